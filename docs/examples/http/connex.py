"""The HTTP API of a tenant's server: signs requests, prepares, checks, signs and publishes transactions.

Needs eth-account (keccak-256, secp256k1, ABI, RLP); everything else is in the standard library. As a program it makes one call:

    CONNEX_URL=… CONNEX_KEY=… python3 connex.py GET '/transfer/transfers?items-per-page=1'
"""

import hashlib
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import rlp
from eth_abi import decode, encode
from eth_account import Account
from eth_account.messages import encode_defunct
from eth_utils import function_signature_to_4byte_selector as selector
from eth_utils import keccak

LEG = "(uint8,address,address,address,address,address,bytes32,uint256,bytes,bytes)"
BATCH = selector("delegateBatchWithMultisig((address,bytes)[],(uint8,bytes32,bytes32)[],(uint256,uint256,address))")
CREATE = selector(f"createDelivery(bytes32,bytes32,{LEG}[],uint64)")
DIGITAL, EXTERNAL = 4, 1  # types of legs: securities in a registry, and documented cash
# What a confirmation or a cancel may call; the delivery's id comes first in all of them.
ACTIONS = {
    "confirm": [
        f"confirmAsSender(bytes32,{LEG}[],bytes[])",
        f"confirmAsReceiver(bytes32,{LEG}[],bytes[])",
        f"confirmDelivery(bytes32,{LEG}[],bytes[])",
        f"reportExternalDelivery(bytes32,{LEG}[],uint256)",
        f"confirmExternalDelivery(bytes32,{LEG}[],uint256)",
    ],
    "cancel": [f"cancelDelivery(bytes32,{LEG}[],bytes32)"],
}


class Refused(Exception):
    """The server's refusal. `code` is for programs, the text for people; quote `request_id` to the operator."""

    def __init__(self, status, problem):
        faults = "; ".join(f"{fault['path']}: {fault['message']}" for fault in problem.get("errors", []))
        super().__init__(problem.get("detail") or faults or problem.get("title", f"HTTP {status}"))
        self.status, self.code = status, problem.get("code")
        self.reason, self.request_id = problem.get("reason"), problem.get("requestId")


class Outstanding(Exception):
    """Published, but no block has it yet: publish `raw` again, and never sign a second transaction for the same action."""

    def __init__(self, transaction_hash, raw):
        super().__init__(f"No block has {transaction_hash} yet.")
        self.transaction_hash, self.raw = transaction_hash, raw


class NotWhatWasWanted(Exception):
    """The prepared transaction does something else. Sign nothing; tell the operator of your server."""


class Connex:
    def __init__(self, url, private_key):
        # In production the key lies in an HSM: replace the two calls of self.key.
        self.url, self.key = url.rstrip("/"), Account.from_key(private_key)
        self.chain_id = self._open("/api/introspection")["chainId"]
        me = self.get("/platform/me")
        self.tenant = me["tenant"]["address"]
        [delivery] = [one for one in me["tenant"]["dappControllers"] if one["type"] == "delivery"]
        self.controller, self.manager = delivery["address"], delivery["dappAddress"]

    # Requests

    def get(self, path, **query):
        """A query's names are in kebab-case on the wire; a list repeats its name."""
        pairs = [(name.replace("_", "-"), value) for name, value in query.items()]
        return self.call("GET", path + ("?" + urllib.parse.urlencode(pairs, doseq=True) if pairs else ""))

    def post(self, path, body):
        return self.call("POST", path, body)

    def put(self, path, body):
        return self.call("PUT", path, body)

    def call(self, method, path, body=None):
        data = b"" if body is None else json.dumps(body).encode()
        if path.startswith("/platform") and path not in ("/platform/me", "/platform/login"):
            return self._with_token(method, path, data)
        return self._signed(method, path, data)

    def _with_token(self, method, path, body):
        """Platform calls take the bearer token of a login; a program that makes many keeps it until `expiresAt`."""
        headers = {"authorization": "Bearer " + self._signed("GET", "/platform/login")["token"]}
        if body:
            headers["content-type"] = "application/json"
        return self._open("/api/v6" + path, method=method, data=body or None, headers=headers)

    def _signed(self, method, path, body=b""):
        target = "/api/v6" + path
        content_type = "application/json" if body else "-"
        timestamp, nonce = str(int(time.time() * 1000)), secrets.token_hex(32)
        body_hash = hashlib.sha256(body).hexdigest()
        text = "\n".join(
            ["conx-req-v6", str(self.chain_id), self.url.lower(), method, target, timestamp, nonce, body_hash, content_type]
        )
        signature = self.key.sign_message(encode_defunct(text=text)).signature
        headers = {
            "connex-user": self.key.address.lower(),
            "connex-timestamp": timestamp,
            "connex-nonce": nonce,
            "connex-body-sha256": body_hash,
            "connex-signature": "0x" + bytes(signature).hex(),
        }
        if body:
            headers["content-type"] = content_type
        return self._open(target, method=method, data=body or None, headers=headers)

    def _open(self, target, **request):
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + target, **request), timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            text = error.read()
            is_problem = error.headers.get_content_type() == "application/problem+json"
            raise Refused(error.code, json.loads(text) if is_problem else {}) from None

    # Actions

    def create(self, wanted):
        """A new transfer or request. Returns its delivery id once the server has indexed it."""
        prepared = self._prepare("/transfer/transfers/prepare", wanted)
        self._check_creation(prepared, wanted)
        self._publish(prepared)
        return prepared["deliveryId"]

    def give_back(self, opening, **wanted):
        """The return of a settled repo or loan."""
        prepared = self._prepare("/transfer/transfers/return/prepare", {"deliveryId": opening, **wanted})
        self._check_creation(prepared, wanted)
        self._publish(prepared)
        return prepared["deliveryId"]

    def confirm(self, delivery_id, **given):
        """Whatever the own tenant owes now; `accounts`, `withoutPayment` and `role` as the API has them."""
        prepared = self._prepare("/transfer/transfers/confirm/prepare", {"deliveryId": delivery_id, **given})
        self._check_action(prepared, delivery_id, "confirm")
        return self._publish(prepared)

    def cancel(self, delivery_id, reason=None):
        wanted = {"deliveryId": delivery_id, **({"reason": reason} if reason else {})}
        prepared = self._prepare("/transfer/transfers/cancel/prepare", wanted)
        self._check_action(prepared, delivery_id, "cancel")
        if reason:
            # Before the ledger has its fingerprint, so that the other side can read it.
            comment = {"deliveryId": delivery_id, "comment": prepared["comment"]}
            self.put("/delivery-manager/deliveries/comments/private", comment)
        return self._publish(prepared)

    def transfer(self, delivery_id):
        """The transfer as the own tenant sees it, or None while its server does not know it."""
        items = self.get("/transfer/transfers", transfer_id=delivery_id)["items"]
        return items[0] if items else None

    def wait_for(self, delivery_id, is_there, seconds=60):
        """Polls; GET /events/sse would push."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            transfer = self.transfer(delivery_id)
            if transfer is not None and is_there(transfer):
                return transfer
            time.sleep(0.2)
        raise TimeoutError(f"{delivery_id} is not there yet.")

    def _prepare(self, path, body):
        try:
            return self.post(path, body)
        except Refused as refused:
            if refused.code != "refundDue":
                raise
        refund = self.post("/dlt/eth/refund/prepare", {})
        self._check_refund(refund)
        self._publish(refund)
        return self.post(path, body)

    def _publish(self, prepared):
        """Signs the hash, publishes, and waits until this server has indexed the block."""
        signature = self.key.unsafe_sign_hash(bytes.fromhex(prepared["signingHash"][2:])).signature
        body = {"unsignedTransaction": prepared["unsignedTransaction"], "signature": "0x" + bytes(signature).hex()}
        published = self.post("/dlt/eth/publish-signature", body)
        transaction_hash = published["transactionHash"]
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            request = {"method": "eth_getTransactionReceipt", "params": [transaction_hash]}
            receipt = self.post("/dlt/eth/rpc", request)["result"]
            if receipt is not None:
                if int(receipt["status"], 16) != 1:
                    raise RuntimeError(f"The ledger refused {transaction_hash}: nothing changed.")
                if (self.get("/dlt/eth/sync-status")["indexedBlock"] or 0) >= int(receipt["blockNumber"], 16):
                    return transaction_hash
            time.sleep(0.2)
        raise Outstanding(transaction_hash, published["rawTransaction"])

    # Checks before a signature: the server proposes, the key decides.

    def _calls(self, prepared):
        """The tenant's calls in the bytes that are signed: of this tenant, to the delivery manager, and nothing else."""
        unsigned = bytes.fromhex(prepared["unsignedTransaction"][2:])
        require("0x" + keccak(unsigned).hex() == prepared["signingHash"], "the hash is of other bytes")
        to, value, data, chain_id = read_unsigned(unsigned)
        require(chain_id == self.chain_id, "it is for another ledger")
        require(to == self.controller and value == 0, "it goes to another contract, or sends coins")
        require(data[:4] == BATCH, "it is not a batch of the tenant")
        types = ["(address,bytes)[]", "(uint8,bytes32,bytes32)[]", "(uint256,uint256,address)"]
        calls, signatures, _ = decode(types, data[4:])
        require(len(signatures) == 0, "it carries signatures of others")
        require(all(target == self.manager for target, _ in calls), "it calls another dApp")
        return [call for _, call in calls]

    def _check_creation(self, prepared, wanted):
        [call] = self._calls(prepared)
        require(call[:4] == CREATE, "it does not create a delivery")
        delivery_id, fingerprint, legs, value_date = decode(["bytes32", "bytes32", f"{LEG}[]", "uint64"], call[4:])
        require("0x" + delivery_id.hex() == prepared["deliveryId"], "another delivery id")
        details = prepared["details"]
        require(fingerprint == keccak(canonical(details)), "the fingerprint is of other details")
        legs_hash = keccak(encode([f"{LEG}[]"], [legs]))
        terms = encode(["address", "bytes32", "uint64", "bytes32"], [self.tenant, fingerprint, value_date, legs_hash])
        require(keccak(terms) == delivery_id, "the delivery id does not follow from the terms")
        require(value_date == wanted.get("valueDate", 0), "another value date")
        require(details["description"] == wanted.get("description", details["description"]), "another description")
        if "transferType" not in wanted:
            return  # A return: its legs and its price follow from the opening, and the other side checks them as well.
        require(details.get("repo") == wanted.get("terms"), "other terms")
        expected = self._expected(wanted)
        require(len(legs) == len(expected), "other legs")
        for leg, (leg_type, parties, asset) in zip(legs, expected):
            require(leg[0] == leg_type and leg[1:3] == parties, "other parties")
            if leg_type == EXTERNAL:
                continue
            require(leg[3] == asset["registrarAddr"] and leg[5] == asset["registryManagerAddr"], "another custodian")
            require("0x" + leg[6].hex() == asset["registryId"], "another instrument")
            require(leg[7] == int(asset["quantity"]), "another quantity")
            account = leg[8] if parties[0] == self.tenant else leg[9]
            require(int.from_bytes(account, "big") == int(asset["account"]), "another account")

    def _expected(self, wanted):
        """Type, sender and receiver, and asset of each leg."""
        kind, own = wanted["transferType"], self.tenant
        if kind in ("MINT", "BURN"):
            registrar = wanted["registrarAddr"]
            return [(DIGITAL, (registrar, own) if kind == "MINT" else (own, registrar), wanted)]
        out, back = (own, wanted["counterpartyAddr"]), (wanted["counterpartyAddr"], own)
        first, second = (out, back) if wanted["direction"] == "DELIVER" else (back, out)
        if kind == "SEC_LEND":
            assets = {out: wanted["deliver"], back: wanted["receive"]}
            return [(DIGITAL, parties, assets[parties]) for parties in (first, second)]
        return [(DIGITAL, first, wanted)] + ([(EXTERNAL, second, None)] if kind == "REPO" else [])

    def _check_action(self, prepared, delivery_id, action):
        allowed = [selector(one) for one in ACTIONS[action]]
        for call in self._calls(prepared):
            require(call[:4] in allowed, f"it does more than {action}")
            require("0x" + call[4:36].hex() == delivery_id, "another delivery")

    def _check_refund(self, prepared):
        unsigned = bytes.fromhex(prepared["unsignedTransaction"][2:])
        require("0x" + keccak(unsigned).hex() == prepared["signingHash"], "the hash is of other bytes")
        _, value, data, chain_id = read_unsigned(unsigned)
        call = selector("refund(address,address)") + encode(["address", "address"], [self.tenant, self.key.address])
        require(data == call and value == 0 and chain_id == self.chain_id, "it is not the refund of this wallet")


def read_unsigned(unsigned):
    """to, value, data and chain id of an unsigned transaction: EIP-155, or EIP-1559 with its type in front."""
    if unsigned[0] == 2:
        chain_id, _, _, _, _, to, value, data, _ = rlp.decode(unsigned[1:])
    else:
        _, _, _, to, value, data, chain_id, _, _ = rlp.decode(unsigned)
    return "0x" + to.hex(), int.from_bytes(value, "big"), data, int.from_bytes(chain_id, "big")


def canonical(details):
    """RFC 8785: sorted names, no spaces, UTF-8. Details have no fractions, whose form would need more."""
    return json.dumps(details, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def require(holds, fault):
    if not holds:
        raise NotWhatWasWanted(f"Not signed: {fault}.")


def main(method, path, body=None):
    try:
        client = Connex(os.environ["CONNEX_URL"], os.environ["CONNEX_KEY"])
        print(json.dumps(client.call(method, path, body and json.loads(body)), indent=2))
    except Refused as refused:
        raise SystemExit(f"{refused} ({refused.code}; request {refused.request_id})")


if __name__ == "__main__":
    main(*sys.argv[1:])
