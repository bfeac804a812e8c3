"""The files that put a site on a server: what reads them finds no mistake in them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from tests.browser.serving import free_port
from tests.server.services import DEPLOY, nginx_command
from typer.core import TyperGroup
from typer.main import get_command

import stockade
from stockade.cli.app import app

UNITS = sorted(DEPLOY.glob("*.service"))


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-compose.conf"])
def test_nginx_takes_its_configuration(name: str, tmp_path: Path) -> None:
    certificate = ["-out", str(tmp_path / "fullchain.pem"), "-keyout", str(tmp_path / "privkey.pem")]
    new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run([*new, "-subj", "/CN=games.example.org", *certificate], check=True, capture_output=True)
    site = (DEPLOY / name).read_text()
    site = site.replace("/etc/letsencrypt/live/games.example.org", str(tmp_path))
    site = site.replace("conf.d/stockade-proxy.inc", str(DEPLOY / "stockade-proxy.inc"))
    site = re.sub(r"\bweb-\d:", "127.0.0.1:", site)  # names of containers
    site = re.sub(r"listen (\[::\]:)?\d+", lambda found: f"listen {found[1] or ''}{free_port()}", site)
    done = subprocess.run([*nginx_command(tmp_path, site), "-t"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_the_units(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    name = unit.name.replace("@", "@8001")
    text = unit.read_text().replace("/opt/stockade/bin/stockade", "/bin/true")  # it must be there
    (tmp_path / name).write_text(text.replace("EnvironmentFile=/", "EnvironmentFile=-/"))
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(tmp_path / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_compose_starts_what_nginx_expects() -> None:
    site = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    web = set(re.findall(r"server (\S+):8000", (DEPLOY / "nginx-compose.conf").read_text()))
    assert web == set(site["services"]["nginx"]["depends_on"]) == {"web-1", "web-2"}
    for name in web:
        assert site["services"][name]["command"][-1] == "8000"
        assert site["services"][name]["environment"].keys() >= {"STOCKADE_DATABASE", "STOCKADE_BUS"}
    for mounted in site["services"]["nginx"]["volumes"]:
        assert (DEPLOY / mounted.split(":")[0]).is_file()
    assert (DEPLOY / site["services"]["worker"]["build"]["context"] / "deploy" / "Containerfile").is_file()


def test_the_commands_exist() -> None:
    commands = [re.search(r"(?m)^ExecStart=\S+ (.+)$", unit.read_text())[1].replace("%i", "8001") for unit in UNITS]
    site = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    commands += [" ".join(service["command"]) for service in site["services"].values() if "command" in service]
    ours = [command.split() for command in commands if command.split()[0] in ("serve", "worker")]
    assert len(ours) == len(UNITS) + 3
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    for name, *options in ours:
        group.commands[name].make_context(name, options)  # raises an error if it does not know one


def test_the_server_reads_the_variables() -> None:
    package = Path(stockade.__file__).parent
    source = "".join(
        path.read_text("utf-8") for part in ("server", "core") for path in (package / part).rglob("*.py")
    )
    read = set(re.findall(r"\bSTOCKADE_[A-Z_]+", source))
    named = {name for path in DEPLOY.iterdir() for name in re.findall(r"\bSTOCKADE_[A-Z_]+", path.read_text())}
    assert named - read == set()
