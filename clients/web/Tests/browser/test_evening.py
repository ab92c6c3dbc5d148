"""A movie night of two people, each with a browser of their own."""

import unittest

from support import BrowserTests, expect

TOY_STORY, TOY_STORY_2, CARS = 862, 863, 920


class EveningTests(BrowserTests):
    def test_an_evening_with_scripts_is_live(self):
        server = self.server("--catalog", "demo")
        self.evening(self.new_page(server, server.household()), self.new_page(server))

    def test_an_evening_without_scripts_shows_changes_on_reload(self):
        server = self.server("--catalog", "demo")
        ann = self.new_page(server, server.household(), java_script_enabled=False)
        self.evening(ann, self.new_page(server, java_script_enabled=False), scripts=False)

    def test_an_evening_in_the_demo_household_needs_no_terminal(self):
        server = self.server("--demo")
        # Until the server has made the demo, there is none.
        self.expected_problems = ("404",)
        tim = self.new_page(server, width=1280)
        while not tim.locator("#round").is_visible():
            tim.goto("/sign-in")
            if (enter := tim.get_by_role("button", name="Look around in the demo household")).is_visible():
                enter.click()
        for part in ("#manage > summary", "#discard-details > summary", "#discard"):
            tim.click(part)
        expect(tim.locator("#start")).to_be_visible()
        self.evening(tim, self.new_page(server))

    def evening(self, ann, ben, scripts=True):

        def sees(page, *selectors):
            if not scripts:
                page.reload()
            for selector in selectors:
                expect(page.locator(selector)).to_be_visible()

        # Ann invites Ben.
        ann.goto("/household")
        ann.click("#make-invite")
        ben.goto(ann.locator("#invites a[href*='/join/']").get_attribute("href"))
        ben.get_by_label("Your name").fill("Ben")
        ben.locator(".avatar").nth(3).click()
        ben.get_by_role("button", name="Join the household").click()
        expect(ben.locator("#start")).to_be_visible()
        sees(ann, "#members bdi:text('Ben')")

        # Ann starts a round with two movies, opens voting, and Ben proposes another one.
        def add(page, movie, title):
            page.fill("#q", title)
            page.get_by_role("button", name="Search").click()
            page.click(f"#propose-{movie}")
            expect(page.locator(f"#movie-{movie}")).to_be_visible()

        def manage(button):
            if not ann.locator(button).is_visible():
                ann.click("#manage > summary")
            ann.click(button)

        ann.goto("/tonight")
        ann.click("#start-round")
        add(ann, TOY_STORY, "Toy Story")
        add(ann, TOY_STORY_2, "Toy Story 2")
        manage("#open")
        expect(ann.locator(f"#up-{TOY_STORY}")).to_be_visible()
        sees(ben, f"#up-{TOY_STORY}")
        add(ben, CARS, "Cars")
        sees(ann, f"#up-{CARS}")

        # Each sees the other's votes.
        for page, movie, other in ((ann, TOY_STORY, ben), (ben, TOY_STORY, ann), (ben, CARS, ann)):
            page.click(f"#up-{movie}")
            expect(page.locator(f"#up-{movie}[aria-pressed=true]")).to_be_visible()
        sees(ann, f"#up-{TOY_STORY}:has(b:text-is('2'))", f"#up-{CARS}:has(b:text-is('1'))")
        sees(ben, f"#up-{TOY_STORY}:has(b:text-is('2'))", f"#up-{CARS}:has(b:text-is('1'))")
        ben.click(f"#up-{CARS}")
        expect(ben.locator(f"#up-{CARS}[aria-pressed=false]")).to_be_visible()
        sees(ann, f"#up-{CARS}:has(b:text-is('0'))")

        # Ann closes the round, picks, and marks the movie as watched.
        manage("#close")
        ann.click(f"#pick-{TOY_STORY}")
        night = "#nights li:has(h3 a:text-is('Toy Story'))"
        sees(ben, night)
        ann.click(f"{night} button:text('We watched it')")
        expect(ann.locator(f"{night} button:text('We watched it')")).to_have_count(0)

        # Both rate.
        for page, rating in ((ann, "loved"), (ben, "liked")):
            button = f"{night} form:nth-of-type(1) button[value={rating}]"
            sees(page, button)
            page.click(button)
            expect(page.locator("#notices .notice")).to_contain_text("Toy Story")

        # The history and the session show it.
        ann.goto("/history")
        expect(ann.locator("#sessions > li").first).to_contain_text("Toy Story")
        ann.locator("#sessions > li a").first.click()
        expect(ann.get_by_role("heading", level=1)).to_have_text("Toy Story")
        expect(ann.locator(f"#movie-{TOY_STORY}.chosen")).to_be_visible()
        expect(ann.locator(".raters li", has_text="Ben")).to_contain_text("Liked")
        expect(ann.locator(".raters li", has_text="Loved")).to_have_count(1)


if __name__ == "__main__":
    unittest.main()
