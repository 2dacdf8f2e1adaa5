"""A mark as JUnit XML, which continuous integration shows."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from outwit.grading.mark import Mark, rounded
from outwit.process.text import shown

# What XML 1.0 cannot hold, however it is escaped.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LONGEST = 20_000


def write_junit(mark: Mark) -> str:
    """Write a mark: a suite for each part, a failure with its evidence for what was not passed."""
    root = ET.Element("testsuites", name=clean(f"{mark.game}: {mark.program}"))
    total = failed = 0
    if mark.error:
        suite = ET.SubElement(
            root, "testsuite", name=mark.game, tests="1", failures="0", errors="1", time="0.000"
        )
        case = ET.SubElement(suite, "testcase", name="marking", classname=mark.game, time="0.000")
        ET.SubElement(case, "error", message=clean(mark.error)).text = clean(mark.build)
        total = 1
    for part in mark.parts:
        tests = part.tests()
        wrong = sum(not test.passed for test in tests)
        suite = ET.SubElement(
            root,
            "testsuite",
            name=clean(part.name),
            tests=str(len(tests)),
            failures=str(wrong),
            errors="0",
            time=f"{sum(test.seconds for test in tests):.3f}",
        )
        properties = ET.SubElement(suite, "properties")
        points = f"{rounded(part.score):g} of {part.points:g}"
        for key, value in (("source", part.source), ("points", points)):
            ET.SubElement(properties, "property", name=key, value=clean(value))
        for test in tests:
            case = ET.SubElement(
                suite,
                "testcase",
                name=clean(test.name),
                classname=clean(f"{mark.game}.{part.name}"),
                time=f"{test.seconds:.3f}",
            )
            if not test.passed:
                message = clean(test.evidence.partition("\n")[0])[:200]
                ET.SubElement(case, "failure", message=message).text = clean(test.evidence)
        total += len(tests)
        failed += wrong
    if mark.build and not mark.error:
        wrong = 1 if mark.build_failure else 0
        suite = ET.SubElement(
            root,
            "testsuite",
            name="build",
            tests=str(wrong),
            failures=str(wrong),
            errors="0",
            time="0.000",
        )
        if wrong:
            case = ET.SubElement(suite, "testcase", name="build", classname=mark.game, time="0.000")
            ET.SubElement(case, "failure", message=clean(mark.remarks[0])).text = clean(mark.build)
        ET.SubElement(suite, "system-out").text = clean(mark.build)
        total += wrong
        failed += wrong
    root.set("tests", str(total))
    root.set("failures", str(failed))
    root.set("errors", "1" if mark.error else "0")
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def clean(text: str) -> str:
    """Return a text that XML can hold."""
    return FORBIDDEN.sub("", shown(text, LONGEST))
