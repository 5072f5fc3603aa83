// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Tenant } from "../../src/platform/Tenant.sol";

/// @title A second version of the tenant's code, which says one thing more.
contract TenantV2 is Tenant {
    function motto() external pure returns (string memory) {
        return "Settled at once";
    }

    function getVersion() external pure override returns (uint256) {
        return 2;
    }
}
