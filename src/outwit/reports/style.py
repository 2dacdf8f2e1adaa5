"""The style sheet of a tournament's page: light, dark and print."""

from __future__ import annotations

# Scores from 0 to 1 in eleven steps from orange to blue, which colour-blind people can tell apart.
STEPS = 11


def _heat() -> str:
    rules = []
    for step in range(STEPS):
        away = round(abs(2 * step / (STEPS - 1) - 1) * 72)
        colour = "win" if 2 * step > STEPS - 1 else "loss"
        mix = f"color-mix(in oklab, var(--{colour}) {away}%, var(--even))"
        rules.append(f".h{step}{{background:{mix}}}")
    return "\n".join(rules)


STYLE = (
    """
:root{color-scheme:light dark;--page:#fbfaf8;--card:#fff;--ink:#1d2430;--soft:#667085;
--line:#e4e2dc;--even:#f1efea;--win:#2f7fd6;--loss:#e8833a;--mark:#2f6fb7}
@media(prefers-color-scheme:dark){:root{--page:#14171c;--card:#1b2027;--ink:#e6e8ec;
--soft:#98a2b3;--line:#2d343e;--even:#262c35;--win:#3f8ae0;--loss:#d9762f;--mark:#6aa9ec}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:76rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0;overflow-wrap:anywhere;letter-spacing:-.01em}
h2{font-size:1.1rem;margin:0 0 .9rem}
p{margin:.3rem 0}
.soft{color:var(--soft)}
.small{font-size:.86rem}
.facts{display:flex;flex-wrap:wrap;gap:.6rem 2.2rem;margin:1.2rem 0 1.6rem;padding:0}
.facts div{display:flex;flex-direction:column-reverse}
.facts dt{color:var(--soft);font-size:.8rem}
.facts dd{margin:0;font-size:1.3rem;font-weight:600;font-variant-numeric:tabular-nums}
section{background:var(--card);border:1px solid var(--line);border-radius:.7rem;
padding:1.1rem 1.3rem 1.2rem;margin:0 0 1.2rem}
.wide{overflow-x:auto}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:0 1.2rem;
align-items:start}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th{font-weight:600;color:var(--soft);font-size:.8rem;text-align:right;white-space:nowrap}
th,td{padding:.34rem .6rem}
td{text-align:right;white-space:nowrap}
.standings,.bars,.settings{width:100%}
.standings tbody tr,.bars tr,.settings tr{border-top:1px solid var(--line)}
.bars tr:first-child,.settings tr:first-child{border-top:0}
.name{text-align:left;max-width:18rem;overflow:hidden;text-overflow:ellipsis;font-weight:600}
th.name{font-weight:600}
.standings svg{display:block;width:11rem;height:1.1rem;min-width:7rem}
.axis{stroke:var(--line);stroke-width:1}
.whisker{stroke:var(--mark);stroke-width:2;stroke-linecap:round;opacity:.55}
.dot{fill:var(--mark)}
.cross{border-collapse:separate;border-spacing:2px}
.cross td,.cross th{padding:.28rem .45rem;text-align:center;border-radius:.25rem}
.cross td.name{padding-left:0;text-align:left}
.cross .self{background:repeating-linear-gradient(135deg,var(--line) 0 1px,transparent 1px 5px)}
.dense{border-spacing:1px;table-layout:auto}
.cross.dense td{padding:0;min-width:.8rem;height:.8rem;border-radius:.1rem;font-size:.62rem}
.cross.dense td.name{padding:0 .5rem 0 0;font-size:.7rem;line-height:.8rem;max-width:9rem}
.cross.dense th{padding:0 .4rem 0 0;font-size:.62rem;line-height:.8rem}
.key{white-space:nowrap;display:flex;align-items:center;gap:.5rem;margin-top:.7rem}
.key i{display:inline-block;width:1.2rem;height:.8rem;border-radius:.15rem;margin-right:1px}
.bar{width:55%;text-align:left}
.bar i{display:block;height:.7rem;border-radius:.2rem;background:var(--mark);opacity:.75;
min-width:2px}
.settings td{text-align:left;white-space:pre-wrap;overflow-wrap:anywhere;vertical-align:top}
.settings td:first-child{color:var(--soft);white-space:nowrap;width:1%}
.fault{border-top:1px solid var(--line);padding:.7rem 0 .2rem}
.fault:first-of-type{border-top:0;padding-top:0}
.tag{display:inline-block;background:color-mix(in oklab,var(--loss) 28%,var(--card));
border-radius:.9rem;padding:.02rem .6rem;font-size:.82rem;margin:0 .35rem}
code,pre{font:.82rem/1.45 ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace}
pre{background:var(--even);border-radius:.4rem;padding:.6rem .8rem;margin:.5rem 0;
white-space:pre-wrap;overflow-wrap:anywhere;max-height:16rem;overflow:auto}
"""
    + _heat()
    + """
@media(max-width:44rem){main{padding:1.2rem .8rem}section{padding:.9rem}.name{max-width:8.5rem}
.key{flex-wrap:wrap;white-space:normal}.key span{white-space:nowrap}}
@media print{:root{color-scheme:light;--page:#fff;--card:#fff;--ink:#000;--soft:#444;
--line:#ccc;--even:#f1efea;--win:#2f7fd6;--loss:#e8833a;--mark:#2f6fb7}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
@page{margin:12mm}
body{font-size:10pt}main{max-width:none;padding:0}
section{border:0;border-radius:0;border-top:1px solid #999;padding:.7rem 0}
.wide{overflow:visible}pre{max-height:none}
tr,.fault,.facts,.pair section{break-inside:avoid}h2{break-after:avoid}}
"""
)
