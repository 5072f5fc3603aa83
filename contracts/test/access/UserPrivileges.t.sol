// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";
import { Counter } from "../support/Counter.sol";

/// @title Every privilege of users: who has it, who has not, who had it until the transaction before.
/// @notice The controller takes from its configuration which function asks for which.
contract UserPrivilegesTest is ControllerFixture {
    address private constant USER = address(0x05E4);

    function setUp() public override {
        super.setUp();
        grantUser(tenant, USER, DAPP_USER);
    }

    /// @dev Refused without it and with what looks like it, let in with it, refused again in the transaction after
    /// it was taken away.
    function _opensOnlyWhileHeld(bytes32 privilege, bytes32 alike) private {
        SelectorConfig[] memory config = new SelectorConfig[](1);
        config[0] = SelectorConfig(Counter.increase.selector, privilege, 1);
        vm.prank(tenant);
        controller.updateConfig(config);
        bytes memory err = abi.encodeWithSelector(IDappController.UserNotPrivileged.selector, USER, privilege);
        refuses(err);
        send(USER, increase(1), none());
        grantUser(tenant, USER, alike);
        refuses(err);
        send(USER, increase(1), none());
        grantUser(tenant, USER, privilege);
        send(USER, increase(1), none());
        same(counter.count(), 1, "count");
        revokeUser(tenant, USER, privilege);
        refuses(err);
        send(USER, increase(1), none());
    }

    function test_Privilege_USER_DAPP_USER_IsRequiredOfEveryUser() external {
        grantUser(tenant, USER, BACKOFFICE);
        send(USER, increase(1), none());
        revokeUser(tenant, USER, DAPP_USER);
        refuses(abi.encodeWithSelector(IDappController.UserNotActive.selector, USER));
        send(USER, increase(1), none());
        refuses(abi.encodeWithSelector(IDappController.UserNotActive.selector, address(0xBAD)));
        send(address(0xBAD), increase(1), none());
    }

    function test_Privilege_USER_BYPASS_MULTI_SIGNATURE_SparesTheCosignersWhileHeld() external {
        send(users[0], increase(10), none());
        bytes memory err = abi.encodeWithSelector(IDappController.SignaturesTooFew.selector, 2, 1);
        refuses(err);
        send(users[0], decrease(1), none());
        grantUser(tenant, users[0], Privileges.USER_BYPASS_MULTI_SIGNATURE);
        send(users[0], decrease(1), none());
        revokeUser(tenant, users[0], Privileges.USER_BYPASS_MULTI_SIGNATURE);
        refuses(err);
        send(users[0], decrease(1), none());
    }

    function test_Privilege_USER_TENANT_ADMIN_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(Privileges.USER_TENANT_ADMIN, Privileges.USER_TENANT_ADMIN_RO);
    }

    function test_Privilege_USER_DAPP_ADMIN_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(Privileges.USER_DAPP_ADMIN, Privileges.USER_DAPP_ADMIN_RO);
    }

    function test_Privilege_USER_BUSINESS_ADMIN_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(Privileges.USER_BUSINESS_ADMIN, Privileges.USER_BUSINESS_ADMIN_RO);
    }

    function test_Privilege_USER_TECHNICAL_ADMIN_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(Privileges.USER_TECHNICAL_ADMIN, Privileges.USER_TECHNICAL_ADMIN_RO);
    }

    function test_Privilege_INSTRUMENT_BACKOFFICE_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(Privileges.INSTRUMENT_BACKOFFICE, Privileges.INSTRUMENT_BACKOFFICE_RO);
    }

    function test_Privilege_INSTRUMENT_WHITELIST_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(Privileges.INSTRUMENT_WHITELIST, Privileges.INSTRUMENT_BACKOFFICE);
    }

    function test_Privilege_REGISTRY_ISSUER_DOCUMENTATION_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(
            Privileges.REGISTRY_ISSUER_DOCUMENTATION, Privileges.REGISTRY_ISSUER_DOCUMENTATION_RO
        );
    }

    function test_Privilege_REGISTRY_REGISTRAR_REGISTRATION_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(
            Privileges.REGISTRY_REGISTRAR_REGISTRATION, Privileges.REGISTRY_REGISTRAR_REGISTRATION_RO
        );
    }

    function test_Privilege_REGISTRY_SHARED_POSITION_HANDLING_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(
            Privileges.REGISTRY_SHARED_POSITION_HANDLING, Privileges.REGISTRY_SHARED_POSITION_HANDLING_RO
        );
    }

    function test_Privilege_REGISTRY_TA_CONTROLLER_SHARED_ONRAMPING_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(
            Privileges.REGISTRY_TA_CONTROLLER_SHARED_ONRAMPING,
            Privileges.REGISTRY_TA_CONTROLLER_SHARED_ONRAMPING_RO
        );
    }

    function test_Privilege_DELIVERY_BACKOFFICE_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(Privileges.DELIVERY_BACKOFFICE, Privileges.DELIVERY_BACKOFFICE_RO);
    }

    function test_Privilege_DELIVERY_TX_COORDINATOR_OpensOnlyWhileHeld() external {
        _opensOnlyWhileHeld(Privileges.DELIVERY_TX_COORDINATOR, Privileges.DELIVERY_TX_COORDINATOR_RO);
    }
}
