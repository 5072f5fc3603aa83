// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";

/// @title What a dApp asks its privilege manager.
library Held {
    function demand(address privilegeManager, address holder, bytes32 privilege) internal view {
        IPrivilegeManager(privilegeManager).requireGranted(holder, privilege);
    }

    function by(address privilegeManager, address holder, bytes32 privilege) internal view returns (bool) {
        return IPrivilegeManager(privilegeManager).checkGranted(holder, privilege, address(0));
    }
}
