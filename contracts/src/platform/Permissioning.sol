// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../access/Privileges.sol";
import { IDappController } from "../interfaces/IDappController.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";
import { ITenant } from "../interfaces/ITenant.sol";
import { NominationStatus } from "../types/TenantAccess.sol";

/// @title Admission of transactions to a permissioned ledger. The ledger's nodes call it, so it never reverts.
library Permissioning {
    /// @dev Enough for a controller to return its tenant; an unknown contract gets no more.
    uint256 private constant TENANT_GAS = 50_000;

    function isAllowed(IPlatformManager platform, address sender, address target, bytes calldata payload)
        internal
        view
        returns (bool)
    {
        if (target == address(platform)) return _isAllowedOnPlatform(platform, sender, payload);
        address owner = platform.tenantByPrivilegeManager(target);
        if (owner != address(0)) return isActive(platform, owner) && _isRecovering(target, sender);
        address tenant = _tenantOf(target);
        return isActiveUser(platform, tenant, sender) && ITenant(tenant).isController(target);
    }

    function isActive(IPlatformManager platform, address tenant) internal view returns (bool) {
        return platform.isTenant(tenant) && !platform.isBlacklisted(tenant);
    }

    function isActiveUser(IPlatformManager platform, address tenant, address user)
        internal
        view
        returns (bool)
    {
        if (!isActive(platform, tenant)) return false;
        return IPrivilegeManager(ITenant(tenant).privilegeManager())
            .checkGranted(user, Privileges.USER_DAPP_USER, address(0));
    }

    function _isAllowedOnPlatform(IPlatformManager platform, address sender, bytes calldata payload)
        private
        view
        returns (bool)
    {
        if (payload.length < 4) return false;
        bytes4 selector = bytes4(payload);
        if (selector == IPlatformManager.fund.selector) {
            return isActiveUser(platform, platform.operatorTenant(), sender);
        }
        if (selector != IPlatformManager.refund.selector || payload.length != 68) return false;
        (uint256 tenant, uint256 user) = abi.decode(payload[4:], (uint256, uint256));
        if (tenant >> 160 != 0 || user != uint160(sender)) return false;
        return isActiveUser(platform, address(uint160(tenant)), sender);
    }

    /// @dev A nominee or recoverer, who does not have to be a user of the tenant.
    function _isRecovering(address privilegeManager, address sender) private view returns (bool) {
        (address recoverer,) = IPrivilegeManager(privilegeManager).recoverer();
        if (sender == recoverer) return true;
        IPrivilegeManager.Nomination memory latest = IPrivilegeManager(privilegeManager).nomination();
        return latest.status == NominationStatus.NOMINATED && latest.nominee == sender;
    }

    /// @return The tenant that the target claims to be a controller of; 0 for none.
    function _tenantOf(address target) private view returns (address) {
        (bool answered, bytes memory answer) =
            target.staticcall{ gas: TENANT_GAS }(abi.encodeCall(IDappController.tenant, ()));
        if (!answered || answer.length != 32) return address(0);
        uint256 tenant = abi.decode(answer, (uint256));
        return tenant >> 160 == 0 ? address(uint160(tenant)) : address(0);
    }
}
