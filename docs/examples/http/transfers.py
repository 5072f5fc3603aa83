"""A transfer free of payment, and a repo with its return, between two banks and their registrar.

Each party has a server and a key of its own: the environment names them. In production each of the three runs its own part.
"""

import os

from connex import Connex, NotWhatWasWanted, Outstanding, Refused

seller = Connex(os.environ["SELLER_URL"], os.environ["SELLER_KEY"])
buyer = Connex(os.environ["BUYER_URL"], os.environ["BUYER_KEY"])
registrar = Connex(os.environ["REGISTRAR_URL"], os.environ["REGISTRAR_KEY"])
BUYERS_ACCOUNT = os.environ["BUYERS_ACCOUNT"]


def mine(transfer):
    return transfer["state"] == "PENDING" and transfer["detailsStatus"] == "SYNCED"


def settle(delivery_id):
    """The registrar confirms last, which settles all legs at once."""
    registrar.wait_for(delivery_id, lambda transfer: transfer["state"] == "PENDING")
    registrar.confirm(delivery_id, role="REGISTRAR")
    for party in (seller, buyer):
        party.wait_for(delivery_id, lambda transfer: transfer["state"] == "SETTLED")


def first_holding():
    position = seller.get("/registry-manager/positions", items_per_page=1)["items"][0]
    names = ("registryManagerAddr", "registrarAddr", "registryId", "account")
    return {name: position[name] for name in names}


def free_of_payment(asset):
    delivery_id = seller.create(
        {
            "transferType": "FOP",
            **asset,
            "quantity": "100",  # smallest units
            "direction": "DELIVER",
            "counterpartyAddr": buyer.tenant,
            "description": "Rebalancing",
        }
    )
    buyer.wait_for(delivery_id, mine)
    buyer.confirm(delivery_id, accounts={"receive": BUYERS_ACCOUNT})
    settle(delivery_id)
    return delivery_id


def repo(asset):
    opening = seller.create(
        {
            "transferType": "REPO",
            **asset,
            "quantity": "100",
            "direction": "DELIVER",
            "counterpartyAddr": buyer.tenant,
            "description": "Overnight",
            "terms": {
                "purchaseDate": "2026-11-23",
                "repurchaseDate": "2026-11-24",
                "purchasePrice": "98000.00",
                "rate": "2.14",
                "dayCount": "ACT/360",
            },
        }
    )
    buyer.wait_for(opening, mine)
    # The securities and the report of the payment, in one transaction: send the money first.
    buyer.confirm(opening, accounts={"receive": BUYERS_ACCOUNT})
    seller.wait_for(opening, mine)
    seller.confirm(opening)  # the money has come
    settle(opening)

    closing = buyer.give_back(opening)
    seller.wait_for(closing, mine)
    seller.confirm(closing, accounts={"receive": asset["account"]})  # securities, and the report of the repurchase price
    buyer.wait_for(closing, mine)
    buyer.confirm(closing)
    settle(closing)
    return opening, closing


def withdrawn(asset):
    """Created, and cancelled before the other side has confirmed."""
    delivery_id = seller.create(
        {
            "transferType": "FOP",
            **asset,
            "quantity": "1",
            "direction": "DELIVER",
            "counterpartyAddr": buyer.tenant,
            "description": "A mistake",
        }
    )
    seller.cancel(delivery_id, reason="Wrong quantity")
    seller.wait_for(delivery_id, lambda transfer: transfer["state"] == "CANCELED")
    return delivery_id


if __name__ == "__main__":
    try:
        holding = first_holding()
        print("FoP", free_of_payment(holding))
        print("Repo, return", *repo(holding))
        print("Canceled", withdrawn(holding))
    except Refused as refused:
        raise SystemExit(f"{refused} ({refused.code}, {refused.reason}; request {refused.request_id})")
    except NotWhatWasWanted as fault:
        raise SystemExit(f"{fault}")
    except Outstanding as outstanding:
        # Keep `raw` and publish it again (POST /dlt/eth/publish-raw-tx) until a block has it.
        raise SystemExit(f"{outstanding} Publish again: {outstanding.raw}")
