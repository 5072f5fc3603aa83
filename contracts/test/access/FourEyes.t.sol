// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { TenantFixture } from "../support/TenantFixture.sol";

/// @title Whether one administrator can undo what asks for two, as docs/contracts.md says.
contract FourEyesTest is TenantFixture {
    bytes4 private constant WATCHED = ITenant.setString.selector;

    function _config(bytes4 selector, uint8 signatures)
        private
        pure
        returns (SelectorConfig[] memory config)
    {
        config = new SelectorConfig[](1);
        config[0] = SelectorConfig(selector, Privileges.USER_TENANT_ADMIN, signatures);
    }

    function _ask(bytes4 selector, uint8 signatures) private {
        asAdmin(
            address(platformController),
            abi.encodeCall(IDappController.updateConfig, (_config(selector, signatures)))
        );
    }

    function _tooFew() private pure returns (bytes memory) {
        return abi.encodeWithSelector(IDappController.SignaturesTooFew.selector, 2, 1);
    }

    function test_CON08_OneAdministratorUndoesItWhereTheConfigurationAsksForOne() external {
        _ask(WATCHED, 2);
        refuses(_tooFew());
        asAdmin(address(tenant), abi.encodeCall(ITenant.setString, ("api", "http://elsewhere")));
        _ask(WATCHED, 1);
        asAdmin(address(tenant), abi.encodeCall(ITenant.setString, ("api", "http://elsewhere")));
    }

    function test_CON08_RevertWhen_OneAdministratorUndoesWhatGuardsItselfToo() external {
        bytes4[4] memory guarded = [
            WATCHED,
            IFactory.createGenericDAPPController.selector,
            IPrivilegeManager.grant.selector,
            IDappController.updateConfig.selector
        ];
        for (uint256 i; i < guarded.length; ++i) {
            _ask(guarded[i], 2);
        }
        refuses(_tooFew());
        _ask(IDappController.updateConfig.selector, 1);
        refuses(_tooFew());
        asAdmin(
            address(factory),
            abi.encodeCall(IFactory.createGenericDAPPController, (address(platform), _config(WATCHED, 1)))
        );
        bytes32 bypass = Privileges.USER_BYPASS_MULTI_SIGNATURE;
        address users = tenant.privilegeManager();
        refuses(_tooFew());
        asAdmin(users, abi.encodeCall(IPrivilegeManager.grant, (admin, bypass, address(0))));
        refuses(_tooFew());
        asAdmin(address(tenant), abi.encodeCall(ITenant.setString, ("api", "http://elsewhere")));
    }
}
