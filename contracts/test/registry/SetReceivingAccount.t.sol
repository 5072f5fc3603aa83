// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: setReceivingAccount. This test is the protocol.
contract SetReceivingAccountTest is AccountFixture {
    function wanted() private view returns (IRegistry.Movement memory) {
        return movement(alpen, baltic, 400);
    }

    function test_AMovementGoesToTheAccountThatWasNamedLast() external {
        registries.earmark(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(1));
        registries.setReceivingAccount(wanted(), data(2));
        registries.transferAndUnearmark(wanted());
        holds(bond, alpen, 1, 600, 0);
        holds(bond, baltic, 1, 1_000, 0);
        holds(bond, baltic, 2, 400, 0);
    }

    function test_RevertWhen_TheReceiptIsNotNamed() external {
        registries.earmark(wanted(), data(1));
        refuses(abi.encodeWithSelector(IRegistry.ReceivingAccountMissing.selector, bytes32("ref")));
        registries.transferAndUnearmark(wanted());
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HadItUntilTheTransactionBefore() external {
        registries.setReceivingAccount(wanted(), data(1));
        revokeOn(address(registries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        registries.setReceivingAccount(wanted(), data(2));
    }
}
