/**
 * The program that changes tickets of planfile, with planfile's own functions: its command line cannot create a ticket
 * with all fields, and cannot do it once per key. It is fixed; everything else comes from standard input as JSON
 * `{root, operation, arguments}`. The last line of its output is `{"answer": …}` or `{"error": …}`.
 */
export const BRIDGE = `
import json, sys
from planfile import Planfile

ACTOR = "analyzer"
FINAL = ("done", "canceled")
request = json.load(sys.stdin)
store = Planfile(request["root"])


class Refused(Exception):
    pass


def status_of(ticket):
    return str(getattr(ticket.status, "value", ticket.status))


def required(ticket_id):
    ticket = store.get_ticket(ticket_id)
    if ticket is None:
        raise Refused("there is no ticket " + ticket_id)
    return ticket


def update(ticket_id, **fields):
    store.update_ticket(ticket_id, reason="analyzer", actor=ACTOR, **fields)


def ensure(key, title, fields):
    label = "dedupe:" + key
    # The function below finds only unfinished tickets.
    for ticket in store.list_tickets(sprint="all"):
        if label in ticket.labels:
            return ticket.id
    ticket, _ = store.create_ticket_deduplicated(title, dedupe_key=key, **fields)
    return ticket.id


def revise(ticket_id, fields, inputs):
    ticket = required(ticket_id)
    if status_of(ticket) in FINAL:
        raise Refused("ticket %s is %s and cannot change" % (ticket_id, status_of(ticket)))
    old = ticket.inputs.model_dump(mode="json") if ticket.inputs else {}
    update(ticket_id, inputs={**old, **inputs}, **fields)


def labels(ticket_id, add, remove):
    old = required(ticket_id).labels
    new = [label for label in dict.fromkeys(old + add) if label not in remove]
    if new != old:
        update(ticket_id, labels=new)


def blocked_by(ticket_id, ids):
    required(ticket_id)
    update(ticket_id, blocked_by=ids)


def status(ticket_id, status, reason):
    old = status_of(required(ticket_id))
    if old == status:
        return
    if old in FINAL:
        raise Refused("ticket %s is %s and cannot become %s" % (ticket_id, old, status))
    if status == "open":
        store.ready_ticket(ticket_id, actor=ACTOR)
        # Blocked and failed tickets are archived, where nothing runs them.
        update(ticket_id, sprint="current")
    elif status == "in_progress":
        store.start_ticket(ticket_id, actor=ACTOR)
    elif status == "done":
        store.complete_ticket(ticket_id, reason=reason, actor=ACTOR)
    elif status == "failed":
        store.fail_ticket(ticket_id, reason or "failed", actor=ACTOR)
    else:
        update(ticket_id, status=status)
    if reason is not None:
        execution = required(ticket_id).execution
        fields = execution.model_dump(mode="json") if execution else {}
        update(ticket_id, execution={**fields, "last_error": reason})


def record(ticket_id, key, artifacts, result):
    required(ticket_id)
    store.append_ticket_evidence(
        ticket_id, idempotency_key=key, collection="analyzer", evidence=result, artifacts=artifacts,
        reason="analyzer", actor=ACTOR)


OPERATIONS = {"ensure": ensure, "revise": revise, "labels": labels, "blocked_by": blocked_by, "status": status,
              "record": record}
try:
    answer = {"answer": OPERATIONS[request["operation"]](**request["arguments"])}
except Exception as error:
    kind = "" if isinstance(error, Refused) else type(error).__name__ + ": "
    answer = {"error": kind + str(error)}
sys.stdout.write("\\n" + json.dumps(answer) + "\\n")
`;
