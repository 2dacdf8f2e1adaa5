"""The sounds of a game: made by the browser, each different, none before somebody wants them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only

# Render each sound without a loudspeaker; return loudness and length.
RENDER = """async () => {
  const { perform } = await import("/static/sounds.js");
  const found = {};
  for (const name of ["move", "capture", "end", "low"]) {
    const audio = new OfflineAudioContext(1, 44100 * 1.5, 44100);
    const length = perform(name, audio);
    const samples = (await audio.startRendering()).getChannelData(0);
    const loud = samples.map(Math.abs);
    const last = loud.findLastIndex((each) => each > 0.002) / 44100;
    const energy = loud.reduce((sum, each) => sum + each * each, 0);
    found[name] = { peak: Math.max(...loud), energy, length, last };
  }
  return found;
}"""

# Notes what a page starts to play.
LISTEN = """
  globalThis.heard = [];
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const begin = kind.prototype.start;
    kind.prototype.start = function (...at) {
      heard.push(kind.name);
      return begin.apply(this, at);
    };
  }
"""


def test_sounds_are_short_different_and_heard_only_once_switched_on(table: Table) -> None:
    page = table.page
    page.add_init_script(LISTEN)
    table.begin("ataxx")
    found = page.evaluate(RENDER)
    for name, sound in found.items():
        assert 0.05 < sound["peak"] < 1, name
        assert 0 < sound["last"] <= sound["length"] < 1.1, name
    energies = sorted(sound["energy"] for sound in found.values())
    assert all(loud > 1.05 * soft for soft, loud in pairwise(energies)), found
    page.evaluate("heard.length = 0")
    table.press("b7")
    table.wait_for_ply(2)
    assert page.evaluate("heard") == []
    page.goto(f"{table.address}/settings")
    page.get_by_label("Sounds").check()
    assert page.evaluate("heard.length") == 2
    table.begin("jesonmor")
    expect(page.get_by_role("button", name="Sound: on")).to_be_visible()
    # The clicks allow the page to be heard.
    table.press("b1")
    table.press("b3")
    table.wait_for_ply(2)
    assert page.evaluate("heard.length") >= 4
