// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Call, SelectorConfig, Signature } from "../../src/types/TenantAccess.sol";
import { PlatformFixture } from "./PlatformFixture.sol";

/// @title A tenant whose admin reaches it through its platform controller.
abstract contract TenantFixture is PlatformFixture {
    ITenant internal tenant;
    IDappController internal platformController;

    function setUp() public virtual override {
        super.setUp();
        tenant = ITenant(onboard("Alpenbank"));
        SelectorConfig[] memory config = new SelectorConfig[](5);
        bytes32 privilege = Privileges.USER_TENANT_ADMIN;
        config[0] = SelectorConfig(IPrivilegeManager.grant.selector, privilege, 1);
        config[1] = SelectorConfig(ITenant.setString.selector, privilege, 1);
        config[2] = SelectorConfig(IDappController.updateConfig.selector, privilege, 1);
        config[3] = SelectorConfig(IFactory.createGenericDAPPController.selector, privilege, 1);
        config[4] = SelectorConfig(IPrivilegeManager.nominateAdmin.selector, privilege, 1);
        vm.prank(address(tenant));
        platformController = IDappController(factory.createGenericDAPPController(address(platform), config));
    }

    function asAdmin(address target, bytes memory data) internal {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(target, data);
        vm.prank(admin);
        platformController.delegateBatchWithMultisig(calls, new Signature[](0), openTerms(0));
    }

    function selfRequired() internal view returns (bytes memory) {
        return abi.encodeWithSelector(ITenant.TenantSelfRequired.selector, address(this));
    }
}
