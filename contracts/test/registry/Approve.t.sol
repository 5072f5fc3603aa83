// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: approve, allowance.
contract ApproveTest is AccountFixture {
    function _approve(address by, RegistryId registryId, address spender, uint256 quantity) private {
        vm.prank(by);
        check(registries.approve(registryId, spender, quantity), "true");
    }

    function test_RevertWhen_ThereIsNoSpenderOrNoRegistry() external {
        vm.startPrank(alpen);
        refuses(abi.encodeWithSelector(IAccountRegistryManager.AllowanceSpenderMissing.selector));
        registries.approve(bond, address(0), 1);
        RegistryId unknown = RegistryId.wrap("unknown");
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, unknown));
        registries.approve(unknown, baltic, 0);
    }

    function test_L2_P26_RevertWhen_TheSpenderIsNoTenantOrBlacklisted() external {
        address somebody = address(0x5BE2D);
        vm.prank(alpen);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, somebody));
        registries.approve(bond, somebody, 1);
        blacklist(baltic);
        vm.prank(alpen);
        refuses(blacklisted(baltic));
        registries.approve(bond, baltic, 1);
    }

    function test_L12_RevertWhen_TheOwnerIsNoInvestor() external {
        vm.prank(stranger);
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        registries.approve(bond, baltic, 1);
    }

    function test_L2_AnAllowanceIsTakenBackWhateverHasBecomeOfItsSpenderAndOwner() external {
        _approve(alpen, bond, baltic, 5);
        blacklist(baltic);
        revokeOn(address(registries), alpen, Privileges.REGISTRY_INVESTOR);
        _approve(alpen, bond, baltic, 0);
        same(registries.allowance(bond, alpen, baltic), 0, "allowance");
    }

    function test_P36_WhileSuspendedAnAllowanceIsOnlyTakenBack() external {
        _approve(alpen, bond, baltic, 5);
        suspend(bond);
        vm.prank(alpen);
        refuses(notRegistered(bond, RegistryState.SUSPENDED));
        registries.approve(bond, baltic, 6);
        _approve(alpen, bond, baltic, 0);
        same(registries.allowance(bond, alpen, baltic), 0, "allowance");
    }

    function test_P08_AnAllowanceIsOfOneOwnerSpenderAndRegistry() external {
        RegistryId other = empty();
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AllowanceChanged(bond, alpen, baltic, 5);
        _approve(alpen, bond, baltic, 5);
        same(registries.allowance(bond, alpen, baltic), 5, "allowance");
        same(registries.allowance(bond, baltic, alpen), 0, "the other way round");
        same(registries.allowance(bond, alpen, rhone), 0, "another spender");
        same(registries.allowance(other, alpen, baltic), 0, "another registry");
        _approve(alpen, bond, baltic, 3);
        same(registries.allowance(bond, alpen, baltic), 3, "changed");
    }
}
