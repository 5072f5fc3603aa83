// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: setSenderWhitelisted, isSenderWhitelisted.
contract SetSenderWhitelistedTest is AccountFixture {
    function _set(address by, bool whitelisted) private {
        vm.prank(by);
        registries.setSenderWhitelisted(bond, alpen, whitelisted);
    }

    function test_RevertWhen_TheCallerIsNotTheRegistrar() external {
        refuses(notRegistrar(bond, alpen));
        _set(alpen, true);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _set(meridian, true);
    }

    function test_RevertWhen_TheRegistryIsUnknown() external {
        RegistryId unknown = RegistryId.wrap("unknown");
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, unknown));
        registries.setSenderWhitelisted(unknown, alpen, true);
    }

    function test_ASenderIsWhitelistedInOneRegistryAndNoLonger() external {
        RegistryId other = empty();
        check(!registries.isSenderWhitelisted(bond, alpen), "off at first");
        vm.expectEmit(address(registries));
        emit IRegistration.SenderWhitelisted(bond, alpen, true);
        _set(meridian, true);
        check(registries.isSenderWhitelisted(bond, alpen), "on");
        check(!registries.isSenderWhitelisted(other, alpen), "another registry");
        check(!registries.isSenderWhitelisted(bond, baltic), "another sender");
        _set(meridian, false);
        vm.prank(alpen);
        refuses(abi.encodeWithSelector(IRegistration.SenderNotWhitelisted.selector, bond, alpen));
        registries.transfer(bond, baltic, 1);
    }
}
