import logging

from services.log.quiet import OnceInAWhile


def test_the_same_complaint_is_heard_once_in_a_while_and_counted():
    heard = OnceInAWhile(every=60)
    complaint = lambda node: logging.LogRecord("aiokafka", 30, "", 0, "node %s is away", (node,), None)  # noqa: E731

    assert [heard.filter(complaint(node)) for node in (1, 2, 3)] == [True, False, False]
    assert heard.filter(logging.LogRecord("aiokafka", 30, "", 0, "something else", (), None))
    heard._every = 0
    again = complaint(4)
    assert heard.filter(again)
    assert again.getMessage() == "node 4 is away (and 2 more like it)"
