"""The pages: the client's files, its single page for every path, and the page shown if there is no build."""

from __future__ import annotations

import pytest
from tests.server.at_table import refused


@pytest.fixture
def built(settings):
    folder = settings.client_folder
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Stockade</title>")
    (folder / "assets" / "index-abc123.js").write_text("// " + "long " * 1000)
    (folder / "favicon.svg").write_text("<svg/>")
    (folder.parent / "secret.txt").write_text("secret")
    return folder


@pytest.mark.usefixtures("built")
def test_every_address_of_the_client_is_its_page(client):
    for path in ("/", "/m/abcdefghjk", "/m/abcdefghjk/12", "/learn/blockade", "/lab/blockade", "/what.ever"):
        page = client.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (page.status_code, "Stockade" in page.text) == (200, True)
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-type"].startswith("text/html")
    assert client.head("/").status_code == 200


@pytest.mark.usefixtures("built")
def test_hashed_files_are_kept_for_ever(client):
    script = client.get("/assets/index-abc123.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert "javascript" in script.headers["content-type"]
    assert client.get("/favicon.svg").headers["cache-control"] == "no-cache"
    refused(client.get("/assets/index-gone.js"), 404, "not_found")


@pytest.mark.parametrize("path", ["/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "/%00"])
@pytest.mark.usefixtures("built")
def test_nothing_outside_the_folder_is_served(client, path):
    assert "secret" not in client.get(path).text


def test_a_missing_client_is_said_clearly(client):
    page = client.get("/")
    assert page.status_code == 503
    assert "have not been built" in page.text
    refused(client.get("/api/nothing"), 404, "not_found")
    assert client.get("/healthz").json()["status"] == "ok"


def test_answers_are_compressed_and_not_guessed_at(client):
    answer = client.get("/openapi.json")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_description_has_the_messages_of_a_live_connection_and_whole_scenes(client):
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    sent = {schemas[name]["properties"]["type"]["const"] for name in message_names(schemas["ClientMessage"])}
    answered = {schemas[name]["properties"]["type"]["const"] for name in message_names(schemas["ServerMessage"])}
    assert sent == {"join", "play", "undo", "resign", "draw", "shape", "view", "ping"}
    assert answered == {"view", "patch", "talk", "pong", "error"}
    assert set(schemas["Choice"]["required"]) == set(schemas["Choice"]["properties"]) >= {"turn", "amount"}
    assert "answer" not in schemas["UndoMessage"]["required"]


def message_names(union):
    return [choice["$ref"].rpartition("/")[2] for choice in union["oneOf"]]
