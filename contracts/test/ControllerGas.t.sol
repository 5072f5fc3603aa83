// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { BatchTerms, Signature } from "../src/types/TenantAccess.sol";
import { ControllerFixture } from "./support/ControllerFixture.sol";
import { Snapshots } from "./support/Snapshots.sol";

/// @title What the hop through controller and tenant adds to a dApp's call, each a transaction of its own. The call
/// itself does next to nothing.
/// forge-config: default.isolate = true
/// forge-config: deep.isolate = true
contract ControllerGasTest is ControllerFixture, Snapshots {
    function test_OneSignatureAndTwo() external {
        // As the SDK sends it.
        BatchTerms memory alone_ = BatchTerms(0, 2 ** 40 - 1, address(0));
        send(users[0], increase(10), none(), alone_);
        counter.increase(10);
        snapshotGas("controller", "a call made directly");
        send(users[0], increase(10), none(), alone_);
        snapshotGas("controller", "the same call through the controller");
        Signature[] memory signatures = cosigned(keys[1], decrease(1), openTerms(NONCE));
        send(users[0], decrease(1), signatures);
        snapshotGas("controller", "the same with a co-signer");
    }
}
