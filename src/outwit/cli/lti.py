"""``outwit lti add|list|remove|addresses``: learning platforms that open assignments."""

from __future__ import annotations

import click

from outwit.cli.database import opened
from outwit.cli.help import Group
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.storage.platforms import PlatformStore

EXAMPLE = "https://games.example.org"


@click.group(cls=Group, no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def lti(ctx: click.Context) -> None:
    """Connect learning platforms (LTI 1.3) with the portal.

    OUTWIT_DATABASE names the database of the portal. The portal may run meanwhile.

    Examples:
      outwit lti addresses https://games.example.org
      outwit lti list
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@lti.command()
@click.argument("name")
@click.option("--moodle", metavar="URL", help="Address of a Moodle site: fills in the rest.")
@click.option("--canvas", metavar="URL", help="Address of a hosted Canvas: fills in the rest.")
@click.option("--client-id", required=True, metavar="ID", help="Id of the portal there.")
@click.option("--deployment", required=True, multiple=True, metavar="ID", help="Deployment id.")
@click.option("--issuer", metavar="URL", help="Platform id, or issuer.")
@click.option("--login-url", metavar="URL", help="Authentication request URL.")
@click.option("--token-url", metavar="URL", help="Access token URL.")
@click.option("--keys-url", metavar="URL", help="Public keyset (JWKS) URL.")
@click.option(
    "--service", multiple=True, metavar="URL", help="Another host that has rosters or grades."
)
@click.option("--inside", is_flag=True, help="Allow addresses of this machine and your network.")
def add(
    name: str,
    moodle: str | None,
    canvas: str | None,
    client_id: str,
    deployment: tuple[str, ...],
    issuer: str | None,
    login_url: str | None,
    token_url: str | None,
    keys_url: str | None,
    service: tuple[str, ...],
    inside: bool,
) -> None:
    """Register the platform NAME; it shows these values when you add the portal as a tool.

    Give --deployment and --service more than once if there are several. Requests go to the hosts
    of these addresses only. A platform other than Moodle or hosted Canvas needs --issuer,
    --login-url, --token-url and --keys-url.

    Examples:
      outwit lti add Moodle --moodle https://moodle.example.org --client-id x7Tq --deployment 1
    """
    store = platforms()
    from outwit.lti import known
    from outwit.lti.addresses import origin_of, read_address
    from outwit.lti.keypair import must_have_packages
    from outwit.storage.platforms import NewPlatform

    must_have_packages()
    if moodle and canvas:
        raise UsageError("--moodle and --canvas: give one of them")
    told = known.moodle(moodle) if moodle else known.canvas(canvas) if canvas else None
    given = {
        "issuer": issuer or (told and told.issuer),
        "login-url": login_url or (told and told.login_url),
        "token-url": token_url or (told and told.token_url),
        "keys-url": keys_url or (told and told.keys_url),
    }
    values = {title: value for title, value in given.items() if value}
    if len(values) < len(given):
        missing = next(title for title in given if title not in values)
        raise UsageError(f"--{missing} is missing; --moodle URL or --canvas URL would fill it in")
    login, token, keys = (
        read_address(values[title], f"--{title}", inside=inside)
        for title in ("login-url", "token-url", "keys-url")
    )
    services = (*service, *(told.services if told else ()))
    origins = tuple(origin_of(read_address(each, "--service", inside=inside)) for each in services)
    made = store.add(
        NewPlatform(
            name, values["issuer"], client_id, deployment, login, token, keys, origins, inside
        )
    )
    click.echo(f"{made.name} is registered as {made.id}.")


@lti.command("list")
def list_platforms() -> None:
    """List the platforms with their ids.

    Examples:
      outwit lti list
    """
    found = platforms().all()
    for each in found:
        click.echo(f"{each.id}  {each.name}")
        shown = {
            "issuer": each.issuer,
            "client id": each.client_id,
            "deployments": ", ".join(each.deployments),
            "login": each.login_url,
            "token": each.token_url,
            "keys": each.keys_url,
            "services": ", ".join(each.services),
            "inside": "yes" if each.inside else "",
        }
        for title, value in shown.items():
            if value:
                click.echo(f"  {title:11}  {value}")
    if not found:
        click.echo("No learning platform is registered: outwit lti add --help")


@lti.command()
@click.argument("platform", metavar="ID")
def remove(platform: str) -> None:
    """Remove the platform with this ID.

    Its links and the list of sent grades are forgotten. Accounts, hand-ins and marks stay.

    Examples:
      outwit lti remove abcd2345
    """
    store = platforms()
    found = store.get(platform)
    store.remove(found.id)
    click.echo(f"{found.name} is removed.")


@lti.command()
@click.argument("portal", metavar="URL")
def addresses(portal: str) -> None:
    """Print the addresses that a platform asks for; URL is that of the portal.

    Examples:
      outwit lti addresses https://games.example.org
    """
    from urllib.parse import urlsplit

    parts = urlsplit(portal.rstrip("/"))
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query:
        raise UsageError(f"URL {portal[:80]!r} is not the address of a portal such as {EXAMPLE}")
    place = f"{parts.scheme}://{parts.netloc}"
    for title, path in (
        ("tool URL", "/lti/launch"),
        ("login URL", "/lti/login"),
        ("redirect URL", "/lti/launch"),
        ("public keys", "/lti/jwks"),
    ):
        click.echo(f"{title:12}  {place}{path}")


def platforms() -> PlatformStore:
    """Return the platforms of the database, brought up to date."""
    database = opened()
    database.migrate()
    from outwit.storage.platforms import PlatformStore

    return PlatformStore(database)
