// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";

/// @title What a dApp asks its privilege manager.
library Held {
    function demand(address privilegeManager, address holder, bytes32 privilege) internal view {
        IPrivilegeManager(privilegeManager).requireGranted(holder, privilege);
    }

    /// @dev Two in one call: the manager is asked once, and read where it is warm.
    function demandBoth(
        address privilegeManager,
        address first,
        bytes32 firstPrivilege,
        address second,
        bytes32 secondPrivilege
    ) internal view {
        IPrivilegeManager.Demand[] memory demands = new IPrivilegeManager.Demand[](2);
        demands[0] = IPrivilegeManager.Demand(first, firstPrivilege);
        demands[1] = IPrivilegeManager.Demand(second, secondPrivilege);
        IPrivilegeManager(privilegeManager).requireAllGranted(demands);
    }

    function by(address privilegeManager, address holder, bytes32 privilege) internal view returns (bool) {
        return IPrivilegeManager(privilegeManager).checkGranted(holder, privilege, address(0));
    }
}
