"""Open pages while their network or the server is away."""

import unittest

from support import BrowserTests, Caller, expect, movies

TOY_STORY = 862


class ConnectionTests(BrowserTests):
    def setUp(self):
        super().setUp()
        self.expected_problems = ("Failed to load resource",)
        self.running = self.server("--catalog", "demo")
        self.ann = self.running.household()
        self.ben = self.ann.invited("Ben")
        self.round = self.ann.call("rounds.start", movies=movies(TOY_STORY, 863), open_voting=True)["round"]["round_id"]
        self.page = self.new_page(self.running, self.ann)
        self.banner = self.page.locator("#connection")

    def expect_votes(self, count, is_own):
        expect(self.page.locator(f"#up-{TOY_STORY} b")).to_have_text(str(count))
        expect(self.page.locator(f"#up-{TOY_STORY}")).to_have_attribute("aria-pressed", "true" if is_own else "false")

    def expect_banner(self, kind):
        expect(self.banner).to_have_text(self.banner.get_attribute(f"data-{kind}"))
        expect(self.banner).to_be_visible()

    def vote(self, caller):
        caller.call("rounds.vote", round_id=self.round, tmdb_movie_id=TOY_STORY, vote="up")

    def test_page_without_network_says_so_and_catches_up(self):
        self.page.context.set_offline(True)
        self.expect_banner("offline")
        self.vote(self.ben)
        self.page.click(f"#up-{TOY_STORY}")
        self.expect_banner("failed")
        self.page.context.set_offline(False)
        self.expect_votes(1, is_own=False)
        expect(self.banner).to_be_hidden()
        self.page.click(f"#up-{TOY_STORY}")
        self.expect_votes(2, is_own=True)

    def test_page_that_missed_an_answer_asks_again(self):
        self.page.route("**/tonight*", lambda route: route.abort(), times=1)
        self.vote(self.ben)
        self.expect_banner("offline")
        self.expect_votes(1, is_own=False)
        expect(self.banner).to_be_hidden()

    def test_page_goes_on_after_its_server_was_killed(self):
        self.page.click(f"#up-{TOY_STORY}")
        self.expect_votes(1, is_own=True)
        self.running.kill()
        self.expect_banner("down")
        # A vote that cannot be saved is not repeated later.
        self.page.click(f"#up-{TOY_STORY}")
        self.expect_banner("failed")
        self.running.start()
        self.vote(Caller(self.running, self.ben.token))
        self.expect_votes(2, is_own=True)
        expect(self.banner).to_be_hidden()
        self.page.click(f"#up-{TOY_STORY}")
        self.expect_votes(1, is_own=False)


if __name__ == "__main__":
    unittest.main()
