"""Two browsers on two web processes behind nginx play a whole game. One process is stopped on the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.table import Shelf, Table, play_together
from tests.server.cluster import two_processes

pytestmark = [pytest.mark.browser, pytest.mark.deep, pytest.mark.xdist_group("browser")]


def test_two_browsers_on_two_processes_of_which_one_is_stopped(visit, dice, postgres, redis_server, nginx, tmp_path):
    with two_processes(postgres, redis_server, nginx, tmp_path) as site:
        people = [visit(site.nginx.url) for _ in range(2)]
        for person in people:  # a connection that ends, and requests to the process that is gone
            person.tolerate("WebSocket connection to", "status of 50[0-9]", "ERR_")
        host = Shelf(people[0].tab()).open().with_friends("blockade")
        friend = Table(people[1].tab()).open(host.button("invite-link").input_value())
        friend.button("take-seat").click()
        tables = [host, friend]
        for table in tables:
            expect(table.main).to_have_attribute("data-status", "live")
        for _ in range(20):  # nginx takes the processes in turn
            if site.connected() == [1, 1]:
                break
            friend.page.reload()
            expect(friend.main).to_have_attribute("data-status", "live")
            friend.connected()
        assert site.connected() == [1, 1]
        assert play_together(tables, dice, most=6) == 6
        site.web[0].stop()
        for table in tables:
            table.connected()
        play_together(tables, dice)
        assert host.log() == friend.log()
        for table in tables:
            expect(table.button("result")).to_be_visible()
