// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Call, SelectorConfig, Signature } from "../../src/types/TenantAccess.sol";
import { TenantFixture } from "../support/TenantFixture.sol";

/// @title A tenant whose admins lost their keys, from the nomination to the first call.
contract RecoveryTest is TenantFixture {
    address private constant NOMINEE = address(0x401111);
    IDappController private operatorController;
    address private manager;

    /// @dev The operator's tenant is the recoverer; its user acts through its platform controller.
    function setUp() public override {
        super.setUp();
        manager = tenant.privilegeManager();
        vm.prank(address(tenant));
        IPrivilegeManager(manager).setRecoverer(operator);
        SelectorConfig[] memory config = new SelectorConfig[](1);
        config[0] = SelectorConfig(IPrivilegeManager.nominateAdmin.selector, Privileges.USER_TENANT_ADMIN, 1);
        vm.prank(operator);
        operatorController = IDappController(factory.createGenericDAPPController(address(platform), config));
        revokeUser(address(tenant), admin, Privileges.USER_TENANT_ADMIN);
    }

    function _nominate() private {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(manager, abi.encodeCall(IPrivilegeManager.nominateAdmin, (NOMINEE)));
        vm.prank(admin);
        operatorController.delegateBatchWithMultisig(calls, new Signature[](0), openTerms(0));
    }

    function test_P25_RevertWhen_TheOperatorNominatesTooEarly() external {
        refuses(
            abi.encodeWithSelector(IPrivilegeManager.RecovererNotActive.selector, block.timestamp + 7 days)
        );
        _nominate();
    }

    function test_TheNomineeRunsTheTenantAgain() external {
        uint256 start = block.timestamp;
        vm.warp(start + 7 days);
        _nominate();
        vm.warp(start + 8 days);
        vm.prank(NOMINEE);
        IPrivilegeManager(manager).commitNomination();
        admin = NOMINEE;
        asAdmin(address(tenant), abi.encodeCall(ITenant.setString, ("api", "https://recovered.example")));
        same(tenant.apiUrl(), "https://recovered.example", "apiUrl");
    }
}
