// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";

/// @title Checks of a dApp's privilege manager, for privileges held everywhere.
library PrivilegeCheck {
    /// @dev Reverts with PrivilegeNotHeld.
    function require_(address privilegeManager, address holder, bytes32 privilege) internal view {
        IPrivilegeManager(privilegeManager).requireGranted(holder, privilege);
    }

    function isGranted(address privilegeManager, address holder, bytes32 privilege)
        internal
        view
        returns (bool)
    {
        return IPrivilegeManager(privilegeManager).checkGranted(holder, privilege, address(0));
    }
}
