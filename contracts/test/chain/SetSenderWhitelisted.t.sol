// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: setSenderWhitelisted, isSenderWhitelisted.
contract SetSenderWhitelistedTest is RegistrationFixture {
    function _set(address by, bool whitelisted) private {
        vm.prank(by);
        chains.setSenderWhitelisted(shares, alpen, whitelisted);
    }

    function test_RevertWhen_AnybodyButTheRegistrarDecides() external {
        refuses(_registrarRequired(shares, alpen));
        _set(alpen, true);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _set(meridian, true);
    }

    function test_Privilege_REGISTRAR_HasIt_ForEachRegistryApart() external {
        check(!chains.isSenderWhitelisted(shares, alpen), "off at first");
        vm.expectEmit(address(chains));
        emit IRegistration.SenderWhitelisted(shares, alpen, true);
        _set(meridian, true);
        check(chains.isSenderWhitelisted(shares, alpen), "on");
        check(!chains.isSenderWhitelisted(empty, alpen), "another registry");
        _set(meridian, false);
        check(!chains.isSenderWhitelisted(shares, alpen), "off again");
    }
}
