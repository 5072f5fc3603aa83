// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DappType } from "../../src/types/Dapp.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";

/// @title DappController: tenant, dapp, dappType, getVersion.
contract ControllerViewsTest is ControllerFixture {
    function test_AControllerReturnsItsTenantAndDapp() external view {
        same(controller.tenant(), tenant, "tenant");
        same(controller.dapp(), address(counter), "dApp");
        same(controller.dappType(), DappType.DELIVERY, "type");
        same(controller.getVersion(), 1, "version");
    }
}
