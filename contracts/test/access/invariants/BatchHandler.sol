// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ITenant } from "../../../src/interfaces/ITenant.sol";
import { BatchTerms, Call, Signature } from "../../../src/types/TenantAccess.sol";
import { ControllerFixture } from "../../support/ControllerFixture.sol";
import { Counter } from "../../support/Counter.sol";

/// @title Co-signed batches with fresh and used nonces, by named and other users, sent once and again, and cancelled.
contract BatchHandler is ControllerFixture {
    uint256 private constant NUM_NONCES = 64;

    struct Sent {
        uint256 by;
        uint256 nonce;
        address named;
        uint256 sender;
        uint256 cosigner;
    }

    Sent[] private sent;
    uint256 public ghostCount = 1e9;
    mapping(uint256 nonce => bool) public ghostUsed;
    mapping(bytes32 digest => uint256) private executions;
    uint256 public mostExecutions;
    bool[3] private isEntitled = [true, true, true];

    constructor() {
        setUp();
        send(users[0], increase(ghostCount), none());
    }

    function count() external view returns (uint256) {
        return counter.count();
    }

    /// @dev Two words of the bitmap.
    function nonceOf(uint256 which) public pure returns (uint256) {
        return 256 - NUM_NONCES / 2 + which % NUM_NONCES;
    }

    function usedAsTheGhostHasThem() external view returns (bool) {
        for (uint256 i; i < NUM_NONCES; ++i) {
            if (ITenant(tenant).isNonceUsed(nonceOf(i)) != ghostUsed[nonceOf(i)]) return false;
        }
        return true;
    }

    function cosign(uint256 sender, uint256 cosigner, uint256 by, uint256 which, uint256 named) external {
        address named_ = named % 4 == 3 ? address(0) : users[named % 4];
        Sent memory batch = Sent(1 + by % 100, nonceOf(which), named_, sender % 3, cosigner % 3);
        sent.push(batch);
        _try(batch);
    }

    function replay(uint256 which, uint256 sender) external {
        if (sent.length == 0) return;
        Sent memory batch = sent[which % sent.length];
        batch.sender = sender % 3;
        _try(batch);
    }

    function cancel(uint256 who, uint256 which) external {
        uint256 nonce = nonceOf(which);
        bool must = isEntitled[who % 3] && !ghostUsed[nonce];
        vm.prank(users[who % 3]);
        try controller.cancelNonce(nonce, Counter.decrease.selector) {
            check(must, "cancelled what must be refused");
            ghostUsed[nonce] = true;
        } catch {
            check(!must, "refused to cancel");
        }
    }

    function toggle(uint256 who) external {
        who %= 3;
        isEntitled[who] = !isEntitled[who];
        if (isEntitled[who]) grantUser(tenant, users[who], BACKOFFICE);
        else revokeUser(tenant, users[who], BACKOFFICE);
    }

    function _try(Sent memory batch) private {
        Call[] memory calls = decrease(batch.by);
        BatchTerms memory terms = BatchTerms(batch.nonce, block.timestamp, batch.named);
        bytes32 digest = controller.hashBatch(calls, terms);
        Signature[] memory signatures = alone(signed(keys[batch.cosigner], digest));
        bool isSender = batch.named == address(0) || batch.named == users[batch.sender];
        bool must = isSender && !ghostUsed[batch.nonce] && batch.sender != batch.cosigner
            && isEntitled[batch.sender] && isEntitled[batch.cosigner];
        vm.prank(users[batch.sender]);
        try controller.delegateBatchWithMultisig(calls, signatures, terms) {
            check(must, "let through what must be refused");
            ghostUsed[batch.nonce] = true;
            ghostCount -= batch.by;
            if (++executions[digest] > mostExecutions) mostExecutions = executions[digest];
        } catch {
            check(!must, "refused what must succeed");
        }
    }
}
