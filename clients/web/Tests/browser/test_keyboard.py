"""The page by keyboard alone, and with less motion."""

import unittest

from support import BrowserTests, expect, movies

TOY_STORY, CARS = 862, 920
OUTLINE = "() => getComputedStyle(document.activeElement).outlineStyle"


class KeyboardTests(BrowserTests):
    def setUp(self):
        super().setUp()
        running = self.server("--catalog", "demo")
        ann = running.household()
        self.ben = ann.invited("Ben")
        self.round = ann.call("rounds.start", movies=movies(TOY_STORY, 863), open_voting=True)["round"]["round_id"]
        self.page = self.new_page(running, ann)

    def tab_to(self, selector):
        """Moves the focus forwards to an element; every element on the way shows that it has the focus."""
        for _ in range(100):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("() => document.activeElement === document.body"):
                continue
            self.assertEqual("solid", self.page.evaluate(OUTLINE))
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        self.fail(f"{selector} is not reached")

    def test_menu_and_skip_link_work_by_keyboard(self):
        self.page.keyboard.press("Tab")
        expect(self.page.locator(".skip")).to_be_focused()
        expect(self.page.locator(".skip")).to_be_in_viewport()
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#content")).to_be_focused()
        self.page.goto("/tonight")
        self.tab_to("nav a[href='/history']")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/history")

    def test_vote_by_keyboard_keeps_the_focus_through_live_changes(self):
        button = self.page.locator(f"#up-{TOY_STORY}")
        self.tab_to(f"#up-{TOY_STORY}")
        self.page.keyboard.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_focused()
        self.ben.call("rounds.vote", round_id=self.round, tmdb_movie_id=TOY_STORY, vote="up")
        expect(button.locator("b")).to_have_text("2")
        expect(button).to_be_focused()
        self.assertEqual("solid", self.page.evaluate(OUTLINE))

    def test_proposal_by_keyboard(self):
        self.tab_to("#q")
        self.page.keyboard.type("Cars")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(f"#propose-{CARS}")).to_be_visible()
        self.tab_to(f"#propose-{CARS}")
        self.page.keyboard.press("Space")
        expect(self.page.locator(f"#movie-{CARS}")).to_be_visible()

    def test_nothing_moves_for_those_who_want_less_motion(self):
        moves = """() => [...document.querySelectorAll("*")].some((each) => {
          const style = getComputedStyle(each);
          return parseFloat(style.transitionDuration) > 0 || parseFloat(style.animationDuration) > 0;
        })"""
        self.page.emulate_media(reduced_motion="no-preference")
        self.assertTrue(self.page.evaluate(moves))
        self.page.emulate_media(reduced_motion="reduce")
        self.assertFalse(self.page.evaluate(moves))


if __name__ == "__main__":
    unittest.main()
