"""Starts the programs under test and browsers, and makes households.

MOVIENIGHT and MOVIENIGHT_WEB name the programs, by default the debug builds of this repository; MOVIENIGHT_CHROMIUM names the
browser, by default Debian's; MOVIENIGHT_SCREENSHOTS is the folder of screenshots.
"""

import contextlib
import datetime
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import unittest
import zlib

from playwright.sync_api import expect, sync_playwright

PACKAGE = pathlib.Path(__file__).resolve().parents[2]
ROOT = PACKAGE.parents[1]
SERVER = os.environ.get("MOVIENIGHT", ROOT / ".build/debug/movienight")
SITE = os.environ.get("MOVIENIGHT_WEB", PACKAGE / ".build/debug/movienight-web")
CHROMIUM = os.environ.get("MOVIENIGHT_CHROMIUM", "/usr/bin/chromium")
SCREENSHOTS = pathlib.Path(os.environ.get("MOVIENIGHT_SCREENSHOTS", PACKAGE / ".build/screenshots"))

# Slow machines need time to answer; no test waits this long for what does not happen.
expect.set_options(timeout=30_000)


class Program:
    """A program that prints a line when it is ready."""

    def __init__(self, *words, environment=None):
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [str(word) for word in words], stdout=subprocess.PIPE, stderr=self.errors, text=True,
            env={**os.environ, **(environment or {})})
        self.line = self.process.stdout.readline()
        if not self.line:
            self.end()
            raise RuntimeError(f"{words[0]} does not start")

    def end(self, number=signal.SIGTERM):
        if self.errors.closed:
            return
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait()
        self.process.stdout.close()
        self.errors.seek(0)
        if code not in (0, -signal.SIGKILL):
            print(self.errors.read())
        self.errors.close()


class Server:
    """A movienight server in a folder of its own, with the page."""

    def __init__(self, *arguments, environment=None):
        self.folder = tempfile.TemporaryDirectory()
        self.arguments, self.environment = arguments, environment
        self.socket = f"{self.folder.name}/m.sock"
        self.port = 0
        self.callers = []
        self.start()
        self.page = Program(
            SITE, "serve", "--listen", "127.0.0.1:0", "--connect", f"127.0.0.1:{self.port}",
            "--data", f"{self.folder.name}/web", "--demo-token", f"{self.folder.name}/store.db.demo-token")
        self.address = next(word for word in self.page.line.split() if word.startswith("http://"))

    def start(self):
        """Starts the server, after `kill` at the same address as before."""
        self.program = Program(
            SERVER, "serve", "--store", f"sqlite:{self.folder.name}/store.db", "--socket", self.socket,
            "--listen", f"127.0.0.1:{self.port}", *self.arguments, environment=self.environment)
        tcp = next(word for word in self.program.line.split() if word.startswith("tcp="))
        self.port = int(tcp.rpartition(":")[2])

    def kill(self):
        self.program.end(signal.SIGKILL)

    def end(self):
        for caller in self.callers:
            caller.close()
        self.page.end()
        self.program.end()
        self.folder.cleanup()

    def household(self, name="Friday Films", creator="Ann"):
        """A new household's creator."""
        creator = {"display_name": creator, "avatar_key": "avatar_owl"}
        return Caller(self, Caller(self).call("households.create", name=name, creator=creator)["token"])


class Caller:
    """A connection to the server over the protocol: of a member, or of the administrator."""

    def __init__(self, server, token=None):
        self.server = server
        if token:
            self.connection = socket.create_connection(("127.0.0.1", server.port))
        else:
            self.connection = socket.socket(socket.AF_UNIX)
            self.connection.connect(server.socket)
        self.lines = self.connection.makefile("rw", encoding="utf-8")
        server.callers.append(self)
        self.token = token
        identity = self.call("auth.authenticate", **({"token": token} if token else {"administrator": True}))
        self.member, self.household = identity.get("member_id"), identity.get("household_id")

    def call(self, method, **parameters):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        self.lines.write(json.dumps(request) + "\n")
        self.lines.flush()
        answer = json.loads(self.lines.readline())
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def invited(self, name, avatar="avatar_fox"):
        """A new member, who joins by an invite of this one."""
        invite = self.call("invites.create")["invite_token"]
        joined = self.call("invites.accept", invite_token=invite, display_name=name, avatar_key=avatar)
        return Caller(self.server, joined["token"])

    def close(self):
        with contextlib.suppress(BrokenPipeError):
            self.lines.close()
        self.connection.close()


def movies(*numbers):
    return [{"tmdb_movie_id": number} for number in numbers]


# The first day of a season of some series, and the weekday of this week on which the guide is to have it.
ON_AIR = {66732: ("2022-05-27", 4), 82728: ("2020-03-17", 0), 1396: ("2012-07-15", 1)}


def catalog_file(folder, names=None):
    """The demo catalog with texts, images and services of series, some of which are on air this week.

    `names` replaces the name of each series, season and episode.
    """
    today = datetime.date.today()
    path = pathlib.Path(folder) / "catalog.jsonl"
    with open(ROOT / "Sources/CDemoCatalog/demo-catalog.jsonl", encoding="utf-8") as demo, open(path, "w", encoding="utf-8") as file:
        for line in demo:
            entry = json.loads(line)
            kind, facts = entry.get("kind"), entry.get("facts")
            if kind in ("series", "season"):
                series = facts["series_id"] if kind == "season" else facts["id"]
                if kind == "series":
                    facts["poster_path"] = f"/series{series}.jpg"
                    facts["overview"] = " ".join(["People live through something of some length."] * 3)
                    provider = {"id": 8, "name": "Netflix"} if series != 82728 else {"id": 337, "name": "Disney Plus"}
                    facts["providers"] = [{"country": "US", "flatrate": [provider]}]
                for episode in facts.get("episodes", ()):
                    episode["still_path"] = f"/still{series}.jpg"
                    episode["overview"] = "Something happens to someone, and nobody expected it."
                if names:
                    for each in (facts, *facts.get("episodes", ()), *facts.get("seasons", ())):
                        each["name"] = each["overview"] = next(names)
                line = json.dumps(entry)
                if series in ON_AIR:
                    first, weekday = ON_AIR[series]
                    monday = today - datetime.timedelta(days=today.weekday())
                    later = monday + datetime.timedelta(days=weekday) - datetime.date.fromisoformat(first)
                    line = re.sub(
                        r'(air_date": ")([-0-9]+)',
                        lambda date: date[1] + str(datetime.date.fromisoformat(date[2]) + later), line)
            file.write(line.strip() + "\n")
    return path


POSTER = b"""<svg xmlns="http://www.w3.org/2000/svg" width="342" height="513"><rect width="342" height="513" fill="#27548a"/>
<circle cx="171" cy="200" r="110" fill="#f3c623"/><rect y="380" width="342" height="133" fill="#183b4e"/></svg>"""


# The elements that stick out of the page.
WIDE_ELEMENTS = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("main *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map((each) => each.outerHTML.slice(0, 160))
  .concat(`${document.documentElement.scrollWidth} pixels wide`)"""


class BrowserTests(unittest.TestCase):
    """Tests with a browser, which has to be without errors in its console."""

    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup((playwright := sync_playwright().start()).stop)
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        cls.browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.problems = []
        # What a test causes on purpose, such as an answer of 404 or a lost connection.
        self.expected_problems = ()

    def tearDown(self):
        self.assertEqual([], self.unexpected_problems())

    def unexpected_problems(self):
        return [each for each in self.problems if not any(part in each for part in self.expected_problems)]

    def server(self, *arguments, **options):
        server = Server(*arguments, **options)
        self.addCleanup(server.end)
        return server

    def new_page(self, server, member=None, width=360, **options):
        """A page of a browser of its own, of the signed-in member if there is one."""
        context = self.browser.new_context(
            base_url=server.address, viewport={"width": width, "height": 800}, color_scheme="light", **options)
        self.addCleanup(context.close)
        context.set_default_timeout(30_000)
        context.route("https://image.tmdb.org/**", self.serve_image)
        page = context.new_page()
        page.on("console", lambda message: self.note(f"{message.type}: {message.text}", message.type in ("error", "warning")))
        page.on("pageerror", lambda error: self.note(f"error: {error}", True))
        page.on("dialog", lambda dialog: (self.note(f"dialog: {dialog.message}", True), dialog.dismiss()))
        if member:
            page.goto("/sign-in")
            page.get_by_label("Token").fill(member.token)
            page.get_by_role("button", name="Sign in", exact=True).click()
            page.wait_for_url("**/tonight*")
        return page

    def note(self, problem, is_problem):
        if is_problem:
            self.problems.append(problem)

    @staticmethod
    def serve_image(route):
        """A drawn picture, or for one address in five a broken one."""
        if zlib.crc32(route.request.url.rpartition("/")[2].encode()) % 5 == 0:
            route.fulfill(content_type="image/jpeg", body=b"broken")
        else:
            route.fulfill(content_type="image/svg+xml", body=POSTER)
