"""``outwit work``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from outwit.cli import POSIX
from outwit.cli.help import Command
from outwit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.courses.work import Outcome, Task


@click.command(cls=Command)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="Processes that work.",
)
@click.option(
    "--database",
    metavar="URL",
    help="The portal's database: a URL, or the path of an SQLite file. [default: portal.db in "
    "your folder]",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Work on a Ray cluster, such as ray://host:10001, or local.",
)
@click.option("--parent", type=int, hidden=True, help="The process that started this one.")
@click.option("--name", default="", hidden=True, help="The name by which its jobs are known.")
@click.option("--programs", type=int, hidden=True, help="Programs that run at once for a mark.")
@click.pass_context
def work(
    ctx: click.Context,
    workers: int,
    database: str | None,
    cluster: str | None,
    parent: int | None,
    name: str,
    programs: int | None,
) -> None:
    """Build, mark and play what students hand in on a portal.

    The portal starts a worker itself: this command adds some, also on other machines. It needs the
    extra `server`, and bubblewrap. Ctrl-C ends it; other workers do its jobs.

    Examples:
      outwit work --workers 4
      outwit work --database postgresql://outwit@db.example.org/outwit
    """
    try:
        from outwit.courses.process import run
        from outwit.courses.supervisor import Supervisor
        from outwit.courses.work import do
        from outwit.courses.worker import Worker
        from outwit.process.permission import NOT_ENCLOSED, may_run
        from outwit.server.base import logs
        from outwit.server.edge import settings
        from outwit.storage.database import Database, database_url
    except ImportError as error:
        if error.name in POSIX:
            raise
        raise UsageError(f"workers need {error.name}: pip install 'outwit[server]'") from None
    chosen = settings.read_settings(database or database_url())
    if cluster is None and not may_run():
        raise UsageError(NOT_ENCLOSED)
    with Database(chosen.database) as opened:
        opened.migrate()
        logs.set_up(chosen.log)
        if parent is None:
            click.echo(f"{workers} at work on {opened}  (Ctrl-C ends it; others go on)", err=True)
        if workers > 1:
            opened.close()
            more = () if cluster is None else ("--cluster", cluster)
            Supervisor(chosen.database, workers, ("work", *more)).run()
            return
        done: Callable[[Task], Outcome] = do
        if cluster is not None:
            from outwit.courses.cluster import Cluster

            done = Cluster(cluster).do
        ctx.exit(run(Worker(opened, done, programs or os.cpu_count() or 1, name), parent))
