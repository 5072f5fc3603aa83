// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ITenant } from "../../../src/interfaces/ITenant.sol";
import { Call, Signature } from "../../../src/types/TenantAccess.sol";
import { ControllerFixture } from "../../support/ControllerFixture.sol";

/// @title Co-signed batches with right and wrong nonces, by right and wrong users, sent once and again.
contract BatchHandler is ControllerFixture {
    struct Sent {
        uint256 by;
        uint256 nonce;
        uint256 sender;
        uint256 cosigner;
    }

    Sent[] private sent;
    uint256 public ghostNonce;
    uint256 public ghostCount = 1e9;
    bool[3] private isEntitled = [true, true, true];

    constructor() {
        setUp();
        send(users[0], increase(ghostCount), none());
    }

    function nonce() external view returns (uint256) {
        return ITenant(tenant).nonce();
    }

    function count() external view returns (uint256) {
        return counter.count();
    }

    function cosign(uint256 sender, uint256 cosigner, uint256 by, uint256 skip) external {
        // Two in three with the right nonce.
        uint256 signedNonce = ghostNonce + (skip % 3 == 0 ? skip % 5 : 0);
        Sent memory batch = Sent(1 + by % 100, signedNonce, sender % 3, cosigner % 3);
        sent.push(batch);
        _try(batch);
    }

    function replay(uint256 which) external {
        if (sent.length > 0) _try(sent[which % sent.length]);
    }

    function toggle(uint256 who) external {
        who %= 3;
        isEntitled[who] = !isEntitled[who];
        if (isEntitled[who]) grantUser(tenant, users[who], BACKOFFICE);
        else revokeUser(tenant, users[who], BACKOFFICE);
    }

    function _try(Sent memory batch) private {
        Call[] memory calls = decrease(batch.by);
        Signature[] memory signatures =
            alone(signed(keys[batch.cosigner], controller.hashBatch(calls, batch.nonce, FOREVER)));
        bool must = batch.nonce == ghostNonce && batch.sender != batch.cosigner && isEntitled[batch.sender]
            && isEntitled[batch.cosigner];
        vm.prank(users[batch.sender]);
        try controller.delegateBatchWithMultisig(calls, signatures, FOREVER) {
            check(must, "let through what must be refused");
            ++ghostNonce;
            ghostCount -= batch.by;
        } catch {
            check(!must, "refused what must succeed");
        }
    }
}
