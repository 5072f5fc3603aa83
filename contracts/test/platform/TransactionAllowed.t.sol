// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";

/// @dev Answers whatever it was made with.
contract Posing {
    bytes private answer;

    constructor(bytes memory answer_) {
        answer = answer_;
    }

    fallback(bytes calldata) external returns (bytes memory) {
        return answer;
    }
}

/// @dev Burns all its gas.
contract Burning {
    fallback() external {
        while (true) { }
    }
}

/// @title PlatformManager: transactionAllowed.
contract TransactionAllowedTest is ControllerFixture {
    address private constant STRANGER = address(0xBAD);
    address private constant NOMINEE = address(0x401111);
    address private constant RECOVERER = address(0x4EC0);
    bytes private constant ANY = hex"01020304";

    function setUp() public override {
        super.setUp();
        vm.prank(operator);
        platform.setUsePermissioning(true);
    }

    function _isAllowed(address sender, address target, bytes memory payload) private view returns (bool) {
        return platform.transactionAllowed(sender, target, 0, 1, 16_000_000, payload);
    }

    function _refundOf(address of_, address user) private pure returns (bytes memory) {
        return abi.encodeCall(IPlatformManager.refund, (of_, user));
    }

    function test_P26_NobodyBlacklistedIsLetInWhetherItIsUsedOrNot() external {
        check(_isAllowed(users[0], address(controller), ANY), "before");
        blacklist(users[0]);
        check(!_isAllowed(users[0], address(controller), ANY), "used");
        vm.prank(operator);
        platform.setUsePermissioning(false);
        check(!_isAllowed(users[0], address(controller), ANY), "not used");
        check(_isAllowed(users[1], address(controller), ANY), "another user");
    }

    function test_WhileItIsNotUsedEverybodyIsLetIn() external {
        vm.prank(operator);
        platform.setUsePermissioning(false);
        check(_isAllowed(STRANGER, address(0), ANY), "to deploy a contract");
        check(_isAllowed(STRANGER, address(platform), ANY), "to the platform");
    }

    function test_OnlyActiveUsersReachTheirTenantsControllers() external {
        check(_isAllowed(users[0], address(controller), ANY), "user");
        check(!_isAllowed(STRANGER, address(controller), ANY), "stranger");
        revokeUser(tenant, users[0], DAPP_USER);
        check(!_isAllowed(users[0], address(controller), ANY), "no longer active");
        address other = onboard("Baltic Trust Bank");
        check(
            !_isAllowed(users[1], address(makeController(other, address(counter))), ANY), "another tenant's"
        );
        vm.prank(tenant);
        ITenant(tenant).unregisterController(address(controller));
        check(!_isAllowed(users[1], address(controller), ANY), "a controller that was taken off");
    }

    function test_P26_NobodyOfAnInactiveTenantIsLetIn() external {
        blacklist(tenant);
        check(!_isAllowed(users[0], address(controller), ANY), "blacklisted");
        check(!_isAllowed(users[0], address(platform), _refundOf(tenant, users[0])), "its refund");
        vm.startPrank(operator);
        address[] memory accounts = new address[](1);
        accounts[0] = tenant;
        platform.unblacklist(accounts);
        check(_isAllowed(users[0], address(controller), ANY), "active again");
        platform.unregisterTenant(tenant);
        check(!_isAllowed(users[0], address(controller), ANY), "unregistered");
    }

    function test_NobodyReachesAnythingElse() external view {
        address[7] memory targets = [
            address(0),
            STRANGER,
            tenant,
            address(counter),
            address(factory),
            counter.privilegeManager(),
            ITenant(tenant).privilegeManager()
        ];
        for (uint256 i; i < targets.length; ++i) {
            check(!_isAllowed(users[0], targets[i], ANY), "let in");
        }
    }

    /// @dev A contract of one's own may say of itself what it likes; the tenant does not know it.
    function test_AContractThatPosesAsAControllerIsNotReached() external {
        address[4] memory posing = [
            address(new Posing(abi.encode(tenant))),
            address(new Posing(abi.encode(type(uint256).max))),
            address(new Posing(abi.encode(tenant, tenant))),
            address(new Burning())
        ];
        for (uint256 i; i < posing.length; ++i) {
            check(!_isAllowed(users[0], posing[i], ANY), "let in");
        }
    }

    function test_AnActiveUserIsRefunded() external view {
        check(_isAllowed(users[0], address(platform), _refundOf(tenant, users[0])), "user");
        check(!_isAllowed(STRANGER, address(platform), _refundOf(tenant, STRANGER)), "stranger");
        check(!_isAllowed(STRANGER, address(platform), _refundOf(tenant, users[0])), "for somebody else");
        check(!_isAllowed(users[0], address(platform), _refundOf(operator, users[0])), "from another tenant");
        bytes memory padded = bytes.concat(_refundOf(tenant, users[0]), hex"00");
        check(!_isAllowed(users[0], address(platform), padded), "with something behind");
        bytes memory dirty = _refundOf(tenant, users[0]);
        dirty[4] = 0x01;
        check(!_isAllowed(users[0], address(platform), dirty), "with a dirty tenant");
        check(!_isAllowed(users[0], address(platform), ANY), "another function");
        check(!_isAllowed(users[0], address(platform), hex"01"), "no function");
    }

    function test_UsersOfTheOperatorsTenantFund() external view {
        bytes memory fund = abi.encodeCall(IPlatformManager.fund, ());
        check(_isAllowed(admin, address(platform), fund), "operator");
        check(!_isAllowed(users[0], address(platform), fund), "another tenant's user");
    }

    function test_NomineeAndRecovererReachTheirPrivilegeManager() external {
        address manager = ITenant(tenant).privilegeManager();
        check(!_isAllowed(NOMINEE, manager, ANY), "before");
        vm.startPrank(tenant);
        IPrivilegeManager(manager).nominateAdmin(NOMINEE);
        IPrivilegeManager(manager).setRecoverer(RECOVERER);
        check(_isAllowed(NOMINEE, manager, ANY), "nominee");
        check(_isAllowed(RECOVERER, manager, ANY), "recoverer");
        check(!_isAllowed(STRANGER, manager, ANY), "stranger");
        check(!_isAllowed(NOMINEE, ITenant(operator).privilegeManager(), ANY), "another manager");
        IPrivilegeManager(manager).revokeNomination();
        check(!_isAllowed(NOMINEE, manager, ANY), "after it was revoked");
        vm.stopPrank();
        blacklist(tenant);
        check(!_isAllowed(RECOVERER, manager, ANY), "of an inactive tenant");
    }
}
