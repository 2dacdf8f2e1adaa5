"""The style sheet of a tournament's page: light, dark and print, in the colours of the boards."""

from __future__ import annotations

from collections.abc import Mapping

from outwit.drawing.palette import DARK, LIGHT

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


def _colours(theme: Mapping[str, str], own: Mapping[str, str]) -> str:
    """Return the page's colours: some of a theme of the boards, and its own."""
    roles = {"page": "table", "ink": "ink", "soft": "soft", "focus": "hint", "accent": "accent"}
    shared = {name: theme[role] for name, role in roles.items()}
    return ";".join(f"--{name}:{colour}" for name, colour in {**shared, **own}.items())


ON_PAPER = _colours(
    LIGHT,
    {
        "card": "#fffdf9",
        "line": "#e8decd",
        "even": "#f2eadc",
        "mark": LIGHT["frame"],
        "win": LIGHT["hint"],
        "loss": LIGHT["accent"],
    },
)
# Wins and losses are darker than the boards' colours, for words stand on them.
AT_NIGHT = _colours(
    DARK,
    {
        "card": "#221e1b",
        "line": "#3b332c",
        "even": "#2d2722",
        "mark": "#c79f72",
        "win": "#3f72a3",
        "loss": "#a8691c",
    },
)

STYLE = (
    f":root{{color-scheme:light dark;{ON_PAPER}}}"
    f"@media(prefers-color-scheme:dark){{:root{{{AT_NIGHT}}}}}"
    """
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
.bars .name{white-space:normal;max-width:none;font-weight:400;padding-left:0}
.bar{width:40%;text-align:left}
.bar i{display:block;height:.7rem;border-radius:.2rem;background:var(--mark);opacity:.75;
min-width:2px}
.settings td,.settings th{text-align:left;white-space:pre-wrap;overflow-wrap:anywhere;
vertical-align:top}
.settings th{font-weight:400;width:38%;font-size:inherit;padding-left:0}
.fault{border-top:1px solid var(--line);padding:.7rem 0 .2rem}
.fault:first-of-type{border-top:0;padding-top:0}
.tag{display:inline-block;background:color-mix(in oklab,var(--loss) 28%,var(--card));
border-radius:.9rem;padding:.02rem .6rem;font-size:.82rem;margin:0 .35rem}
code,pre{font:.82rem/1.45 ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace}
pre{background:var(--even);border-radius:.4rem;padding:.6rem .8rem;margin:.5rem 0;
white-space:pre-wrap;overflow-wrap:anywhere;max-height:16rem;overflow:auto}
"""
    """
[hidden]{display:none!important}
a{color:inherit}
button,select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);
border-radius:.45rem;cursor:pointer}
button:hover,select:hover{background:var(--even)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
#viewer:focus{outline:none}
#games{scroll-margin-top:.5rem}
.viewer{display:grid;grid-template-columns:minmax(0,1fr) minmax(16rem,22rem);gap:1rem 1.8rem}
.play{display:flex;flex-direction:column;gap:.5rem;align-items:stretch;max-width:min(38rem,78vh);
width:100%;margin:0 auto}
#board{display:block;width:100%;height:auto;max-height:74vh}
#text{margin:0;max-height:none;line-height:1.3}
.seat{display:flex;align-items:center;gap:.55rem;min-height:1.9rem;padding:0 .2rem}
.seat .who{font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.seat .clock{margin-left:auto;font-variant-numeric:tabular-nums}
.seat .points{margin-left:auto;font-variant-numeric:tabular-nums}
.seat .clock+.points{margin-left:.6rem}
.disc{flex:none;width:1rem;height:1rem;border:1.5px solid var(--soft)}
.disc.first{border-radius:50%;background:var(--outwit-first_body)}
.disc.second{border-radius:.2rem;background:var(--outwit-second_body)}
.buttons{display:flex;justify-content:center;gap:.4rem}
.buttons button{padding:.35rem 1rem;line-height:0}
.buttons svg{width:1.3rem;height:1.3rem;fill:currentColor;stroke:currentColor;stroke-width:2;
stroke-linejoin:round;stroke-linecap:round}
#flip path{fill:none}
[aria-disabled=true]{opacity:.4;cursor:default}
.score{display:flex;flex-direction:column;min-width:0;min-height:0}
.choose{display:flex;gap:.4rem}
.choose select{flex:1;min-width:0;padding:.3rem 1.6rem .3rem .5rem;text-overflow:ellipsis}
.choose button{padding:.1rem .7rem .2rem;font-size:1.2rem;line-height:1.2}
.result{font-weight:600;font-size:1.05rem;margin:.8rem 0 .3rem;overflow-wrap:anywhere}
.moves{list-style:none;counter-reset:move;margin:.3rem 0;padding:.3rem;flex:1 1 12rem;
min-height:9rem;max-height:34rem;overflow-y:auto;border:1px solid var(--line);border-radius:.5rem}
.moves li{counter-increment:move}
.moves button{display:grid;grid-template-columns:1.7rem 4.5rem 1fr auto;gap:.55rem;
align-items:baseline;width:100%;border:0;text-align:left;padding:.16rem .4rem;background:none;
border-radius:.3rem;font-variant-numeric:tabular-nums}
.moves button::before{content:counter(move);color:var(--soft);font-size:.78rem;text-align:right}
.moves .text{font-weight:600;overflow-wrap:anywhere}
.moves .label{color:var(--soft);font-size:.86rem}
.moves button:hover{background:var(--even)}
.moves [aria-current]{background:color-mix(in oklab,var(--accent) 30%,var(--card))}
.moves [aria-current] .label{color:inherit}
.said{min-height:3rem;margin:.4rem 0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
kbd{font:inherit;font-size:.78rem;border:1px solid var(--line);border-bottom-width:2px;
border-radius:.3rem;padding:0 .35rem}
details{border-top:1px solid var(--line)}
details:first-of-type{border-top:0}
summary{cursor:pointer;padding:.45rem 0;font-weight:600}
summary .soft{font-weight:400;margin-left:.4rem}
.pairings{margin:0 0 .8rem;width:100%}
.pairings td{text-align:center;padding:.2rem .5rem}
.pairings .name{text-align:left;width:24%}
.pairings .one{text-align:right}
.pairings .chips{text-align:left;white-space:normal;width:46%}
.chip{display:inline-block;min-width:1.7rem;padding:.06rem .4rem;margin:.1rem;text-align:center;
border-radius:.35rem;text-decoration:none;font-weight:600;background:var(--even);
border:1px solid transparent}
a.chip:hover{border-color:var(--ink)}
.chip.won{background:color-mix(in oklab,var(--win) 32%,var(--card))}
.chip.lost{background:color-mix(in oklab,var(--loss) 38%,var(--card))}
""" + _heat() + """
@media(max-width:58rem){.viewer{grid-template-columns:minmax(0,1fr)}.moves{max-height:14rem}
.keys{display:none}}
@media(max-width:44rem){main{padding:1.2rem .8rem}section{padding:.9rem}.name{max-width:8.5rem}
.pairings tr{display:grid;grid-template-columns:1fr auto 1fr;padding:.25rem 0}
.pairings .name{width:auto;max-width:none}.pairings .chips{grid-column:1/-1;width:auto;
text-align:center}
.key{flex-wrap:wrap;white-space:normal}.key span{white-space:nowrap}}
@media print{
"""
    f":root{{color-scheme:light;{ON_PAPER};--page:#fff;--card:#fff;--ink:#000;--soft:#444}}"
    """
#games{display:none}details::details-content{content-visibility:visible}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
@page{margin:12mm}
body{font-size:10pt}main{max-width:none;padding:0}
section{border:0;border-radius:0;border-top:1px solid #999;padding:.7rem 0}
.wide{overflow:visible}pre{max-height:none}
th,td{padding:.2rem .3rem}.name{max-width:8rem}.standings svg{width:5.5rem;min-width:0}
.cross.dense{table-layout:fixed;width:100%;border-spacing:0}.cross.dense td{min-width:0;height:auto}
.cross.dense th{width:2rem}.cross.dense td.name{width:7rem}
tr,.fault,.facts,.pair section{break-inside:avoid}h2{break-after:avoid}}
"""
)
