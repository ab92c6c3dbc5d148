"""Reads a calendar with the icalendar package, which refuses invalid ones, and prints its events as JSON lines.

usage: calendar_events.py FILE
"""

import json
import sys
from pathlib import Path

from icalendar import Calendar

content = Path(sys.argv[1]).read_bytes()
calendar = Calendar.from_ical(content)
assert calendar.name == "VCALENDAR" and not calendar.errors, calendar.errors
assert calendar["VERSION"] == "2.0" and calendar["PRODID"] and calendar["CALSCALE"] == "GREGORIAN"

for event in calendar.subcomponents:
    assert event.name == "VEVENT" and not event.errors, event.errors
    assert all(alarm.name == "VALARM" and not alarm.errors for alarm in event.subcomponents)
    start, stamp = event["DTSTART"], event["DTSTAMP"]
    assert start.params["VALUE"] == "DATE" and "DTEND" not in event and "RRULE" not in event
    assert stamp.dt.utcoffset().total_seconds() == 0
    print(
        json.dumps(
            {
                "uid": event["UID"],
                "start": start.dt.isoformat(),
                "stamp": stamp.dt.isoformat(),
                "summary": event["SUMMARY"],
                "categories": [str(category) for category in event["CATEGORIES"].cats],
                "alarms": [
                    {
                        "action": alarm["ACTION"],
                        "seconds": int(alarm["TRIGGER"].dt.total_seconds()),
                        "description": alarm["DESCRIPTION"],
                    }
                    for alarm in event.subcomponents
                ],
            }
        )
    )

# What the package writes from what it read is the same, but for the order of properties.
written = Calendar.from_ical(calendar.to_ical())
assert [event["UID"] for event in written.walk("VEVENT")] == [event["UID"] for event in calendar.walk("VEVENT")]
