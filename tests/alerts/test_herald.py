from collections.abc import Iterable

from schemas.envelope import Entry
from schemas.events import AlertRaised
from services.alerts.herald import Herald


def raised(entries: Iterable[Entry]) -> list[AlertRaised]:
    herald = Herald()
    state, found = herald.begin("t1"), []
    for each in entries:
        state, said = herald.advance(herald.load(herald.save(state)), each)
        found += [one.data for one in said]
    return found


def test_an_incident_is_told_once_with_its_sentence(case, updated):
    found = raised([case(), updated(id="c2", sentences=("more",))])

    assert [(alert.incident, alert.text, alert.repeats) for alert in found] == [("i1", case().data.sentences[0], None)]


def test_a_changed_remedy_is_told_again_and_names_the_first_alert(case, updated):
    first, second = raised([case(), updated(id="c2", remedy_changed=True, sentences=("Do pay.",))])

    assert second.repeats == first.alert
    assert second.alert != first.alert
    assert second.text == "Do pay."


def test_a_suspicion_is_told_from_the_probability_the_house_sets(case, updated):
    doubtful = case(verdict="suspected", probability=0.79)
    likelier = updated(id="c2", verdict="suspected", probability=0.8)

    assert raised([doubtful]) == []
    assert [alert.probability for alert in raised([doubtful, likelier])] == [0.8]
    bold = case(verdict="suspected", probability=0.6, alert_from=0.5)
    assert [alert.probability for alert in raised([bold])] == [0.6]


def test_a_case_that_falls_away_is_taken_back(case, updated):
    _, taken_back = raised([case(), updated(id="c2", verdict=None, remedy_changed=True, sentences=())])

    assert taken_back.text.startswith("Withdrawn, nothing is to be done: Table 1")
    assert taken_back.probability == 0


def test_the_same_case_gives_the_same_id_for_ever(case):
    assert raised([case()])[0].alert == raised([case()])[0].alert == "9069171e-476a-513d-87b3-398166aae7ea"
