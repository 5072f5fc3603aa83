// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { PlatformWorld } from "../support/PlatformWorld.sol";

contract PrivilegeManagerTest is PlatformWorld {
    bytes32 private constant INVESTOR = Privileges.REGISTRY_INVESTOR;
    bytes32 private constant REGISTRAR = Privileges.REGISTRY_REGISTRAR;
    address private constant HOLDER = address(0x401D);
    address private constant DAPP = address(0xDA);

    IPrivilegeManager private manager;

    function setUp() public override {
        super.setUp();
        manager = makePrivilegeManager();
    }

    function test_RevertWhen_AnybodyButTheSuperUserGrants() external {
        refuses(abi.encodeWithSelector(IPrivilegeManager.SuperUserRequired.selector, address(this)));
        manager.grant(HOLDER, INVESTOR, address(0));
    }

    function test_RevertWhen_AnybodyButTheSuperUserRevokes() external {
        refuses(abi.encodeWithSelector(IPrivilegeManager.SuperUserRequired.selector, address(this)));
        manager.revoke(HOLDER, INVESTOR, address(0));
    }

    function test_RevertWhen_AnybodyButTheSuperUserChangesSeveral() external {
        refuses(abi.encodeWithSelector(IPrivilegeManager.SuperUserRequired.selector, address(this)));
        manager.grantRevokeMultiple(HOLDER, new IPrivilegeManager.PrivilegeChange[](0));
        refuses(abi.encodeWithSelector(IPrivilegeManager.SuperUserRequired.selector, address(this)));
        manager.grantRevokeBatch(noGrants());
    }

    function test_RevertWhen_HolderOrPrivilegeIsMissing() external {
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeHolderMissing.selector));
        manager.grant(address(0), INVESTOR, address(0));
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeMissing.selector));
        manager.grant(HOLDER, 0, address(0));
    }

    function test_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        manager.init(address(this), new bytes32[](0), noGrants());
    }

    function test_RevertWhen_MadeWithoutSuperUser() external {
        refuses(abi.encodeWithSelector(IPrivilegeManager.SuperUserMissing.selector));
        factory.createPrivilegeManager(address(0), noGrants());
    }

    function test_RevertWhen_RequiredPrivilegeIsNotHeld() external {
        refuses(notHeld(HOLDER, INVESTOR));
        manager.requireGranted(HOLDER, INVESTOR);
    }

    function test_APrivilegeIsHeldFromGrantToRevoke() external {
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0)), "held before");
        vm.startPrank(operator);
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.PrivilegeGranted(HOLDER, INVESTOR, address(0));
        manager.grant(HOLDER, INVESTOR, address(0));
        check(manager.checkGranted(HOLDER, INVESTOR, address(0)), "not held after grant");
        check(manager.checkGranted(HOLDER, INVESTOR, DAPP), "not held on an instance");
        check(!manager.checkGranted(HOLDER, REGISTRAR, address(0)), "another one held");
        manager.requireGranted(HOLDER, INVESTOR);
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.PrivilegeRevoked(HOLDER, INVESTOR, address(0));
        manager.revoke(HOLDER, INVESTOR, address(0));
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0)), "held after revoke");
        check(!manager.checkGranted(HOLDER, INVESTOR, DAPP), "held on an instance after revoke");
    }

    function test_APrivilegeOnAnInstanceHoldsThereOnly() external {
        vm.startPrank(operator);
        manager.grant(HOLDER, INVESTOR, DAPP);
        check(manager.checkGranted(HOLDER, INVESTOR, DAPP), "not held there");
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0)), "held everywhere");
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0xDB)), "held elsewhere");
        manager.grant(HOLDER, INVESTOR, address(0));
        manager.revoke(HOLDER, INVESTOR, address(0));
        check(manager.checkGranted(HOLDER, INVESTOR, DAPP), "lost with the general one");
    }

    function test_GrantingTwiceEmitsOnce() external {
        vm.startPrank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
        vm.recordLogs();
        manager.grant(HOLDER, INVESTOR, address(0));
        manager.revoke(HOLDER, REGISTRAR, address(0));
        same(vm.getRecordedLogs().length, 0, "events");
    }

    function test_SeveralPrivilegesOfOneHolderChangeTogether() external {
        IPrivilegeManager.PrivilegeChange[] memory changes = new IPrivilegeManager.PrivilegeChange[](2);
        changes[0] = IPrivilegeManager.PrivilegeChange(INVESTOR, address(0), true);
        changes[1] = IPrivilegeManager.PrivilegeChange(REGISTRAR, DAPP, true);
        vm.startPrank(operator);
        manager.grantRevokeMultiple(HOLDER, changes);
        check(manager.checkGranted(HOLDER, INVESTOR, address(0)), "investor");
        check(manager.checkGranted(HOLDER, REGISTRAR, DAPP), "registrar");
        changes[0].granted = false;
        changes[1].privilege = 0;
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeMissing.selector));
        manager.grantRevokeMultiple(HOLDER, changes);
        check(manager.checkGranted(HOLDER, INVESTOR, address(0)), "half of a refused change was made");
    }

    function test_PrivilegesOfSeveralHoldersChangeTogether() external {
        IPrivilegeManager.HolderChanges[] memory batch = new IPrivilegeManager.HolderChanges[](2);
        for (uint256 i; i < 2; ++i) {
            batch[i].holder = address(uint160(0x100 + i));
            batch[i].changes = new IPrivilegeManager.PrivilegeChange[](1);
            batch[i].changes[0] = IPrivilegeManager.PrivilegeChange(INVESTOR, address(0), true);
        }
        vm.prank(operator);
        manager.grantRevokeBatch(batch);
        for (uint256 i; i < 2; ++i) {
            check(manager.checkGranted(batch[i].holder, INVESTOR, address(0)), "held");
        }
    }

    function test_AnyRoleIsEnough() external {
        bytes32[] memory roles = new bytes32[](2);
        roles[0] = INVESTOR;
        roles[1] = REGISTRAR;
        check(!manager.isInAnyRole(HOLDER, roles, DAPP), "in a role before");
        vm.prank(operator);
        manager.grant(HOLDER, REGISTRAR, DAPP);
        check(manager.isInAnyRole(HOLDER, roles, DAPP), "in no role");
        check(!manager.isInAnyRole(HOLDER, roles, address(0)), "in a role everywhere");
    }

    function test_TheSuperUserIsKnown() external view {
        check(manager.isSuperUser(operator), "operator");
        check(!manager.isSuperUser(HOLDER), "holder");
        same(manager.getVersion(), 1, "version");
    }

    /// @dev Security 23: held only where a grant stands without a later revoke.
    function testFuzz_HeldExactlyWhatWasGrantedLast(bool[8] calldata grants, uint8[8] calldata who) external {
        bool[4] memory held;
        for (uint256 i; i < grants.length; ++i) {
            uint256 index = who[i] % 4;
            vm.prank(operator);
            if (grants[i]) manager.grant(address(uint160(0x100 + index)), INVESTOR, address(0));
            else manager.revoke(address(uint160(0x100 + index)), INVESTOR, address(0));
            held[index] = grants[i];
        }
        for (uint256 i; i < held.length; ++i) {
            bool isHeld = manager.checkGranted(address(uint160(0x100 + i)), INVESTOR, address(0));
            check(isHeld == held[i], "differs from the ghost");
        }
    }
}
