// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../access/Privileges.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";

/// @title The privileges that a new platform grants its operator's tenant.
library PlatformGrants {
    function all(address operator) internal pure returns (IPrivilegeManager.HolderChanges[] memory batch) {
        bytes32[5] memory privileges = [
            Privileges.PLATFORM_OPERATOR,
            Privileges.PLATFORM_DAPP_OPERATOR,
            Privileges.PLATFORM_DAPP_DEPLOYER,
            Privileges.PLATFORM_SETH_DISTRIBUTOR,
            Privileges.PLATFORM_MANAGER_UPGRADE
        ];
        batch = new IPrivilegeManager.HolderChanges[](1);
        batch[0].holder = operator;
        batch[0].changes = new IPrivilegeManager.PrivilegeChange[](privileges.length);
        for (uint256 i; i < privileges.length; ++i) {
            batch[0].changes[i] = IPrivilegeManager.PrivilegeChange(privileges[i], address(0), true);
        }
    }
}
