// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: setSenderWhitelisted, isSenderWhitelisted.
contract SetSenderWhitelistedEntriesTest is EntryFixture {
    function _set(address by, bool isWhitelisted) private {
        vm.prank(by);
        entries.setSenderWhitelisted(note, alpen, isWhitelisted);
    }

    function test_RevertWhen_AnybodyButTheRegistrarWhitelists() external {
        refuses(notItsRegistrar(alpen));
        _set(alpen, true);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _set(meridian, true);
    }

    function test_Privilege_REGISTRAR_HasIt_AndTheSenderMayTransferUntilItIsTakenBack() external {
        vm.expectEmit(address(entries));
        emit IRegistration.SenderWhitelisted(note, alpen, true);
        _set(meridian, true);
        vm.prank(alpen);
        entries.transfer(note, list(A1), baltic, list(N1));
        _set(meridian, false);
        check(!entries.isSenderWhitelisted(note, alpen), "whitelisted");
        vm.prank(alpen);
        refuses(abi.encodeWithSelector(IRegistration.SenderNotWhitelisted.selector, note, alpen));
        entries.transfer(note, list(A2), baltic, list(N2));
    }
}
