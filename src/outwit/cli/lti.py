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
@click.option("--issuer", required=True, metavar="URL", help="Platform id, or issuer.")
@click.option("--client-id", required=True, metavar="ID", help="Id of the portal there.")
@click.option("--deployment", required=True, multiple=True, metavar="ID", help="Deployment id.")
@click.option("--login-url", required=True, metavar="URL", help="Authentication request URL.")
@click.option("--token-url", required=True, metavar="URL", help="Access token URL.")
@click.option("--keys-url", required=True, metavar="URL", help="Public keyset (JWKS) URL.")
@click.option(
    "--service", multiple=True, metavar="URL", help="Another host that has rosters or grades."
)
@click.option("--loopback", is_flag=True, help="Allow http://127.0.0.1, to try things out.")
def add(
    name: str,
    issuer: str,
    client_id: str,
    deployment: tuple[str, ...],
    login_url: str,
    token_url: str,
    keys_url: str,
    service: tuple[str, ...],
    loopback: bool,
) -> None:
    r"""Register the platform NAME; it shows these values when you add the portal as a tool.

    Give --deployment and --service more than once if there are several. Requests go to the hosts
    of these addresses only.

    Examples:
      outwit lti add Moodle --issuer https://moodle.example.org --client-id x7TqUkRrbmEEfXp \
        --deployment 1 --login-url https://moodle.example.org/mod/lti/auth.php \
        --token-url https://moodle.example.org/mod/lti/token.php \
        --keys-url https://moodle.example.org/mod/lti/certs.php
    """
    store = platforms()
    from outwit.lti.addresses import origin_of, read_address
    from outwit.lti.keypair import must_have_packages
    from outwit.storage.platforms import NewPlatform

    must_have_packages()
    made = store.add(
        NewPlatform(
            name,
            issuer,
            client_id,
            deployment,
            read_address(login_url, "--login-url", loopback=loopback),
            read_address(token_url, "--token-url", loopback=loopback),
            read_address(keys_url, "--keys-url", loopback=loopback),
            tuple(
                origin_of(read_address(each, "--service", loopback=loopback)) for each in service
            ),
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
