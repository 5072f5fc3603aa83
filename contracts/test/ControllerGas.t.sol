// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ITenant } from "../src/interfaces/ITenant.sol";
import { Signature } from "../src/types/TenantAccess.sol";
import { ControllerFixture } from "./support/ControllerFixture.sol";
import { Snapshots } from "./support/Snapshots.sol";

/// @title What the hop through controller and tenant adds to a dApp's call, each a transaction of its own. The call
/// itself does next to nothing.
/// forge-config: default.isolate = true
/// forge-config: deep.isolate = true
contract ControllerGasTest is ControllerFixture, Snapshots {
    function test_OneSignatureAndTwo() external {
        send(users[0], increase(10), none());
        counter.increase(10);
        snapshotGas("controller", "a call made directly");
        send(users[0], increase(10), none());
        snapshotGas("controller", "the same call through the controller");
        Signature[] memory signatures =
            alone(signed(keys[1], controller.hashBatch(decrease(1), ITenant(tenant).nonce(), FOREVER)));
        send(users[0], decrease(1), signatures);
        snapshotGas("controller", "the same with a co-signer");
    }
}
