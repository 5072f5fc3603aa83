// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDappController } from "../../src/interfaces/IDappController.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";
import { Counter } from "../support/Counter.sol";

/// @title DappController: updateConfig, workflowConfig.
contract UpdateConfigTest is ControllerFixture {
    function test_RevertWhen_AnybodyButTheTenantConfigures() external {
        SelectorConfig[] memory config = new SelectorConfig[](0);
        refuses(abi.encodeWithSelector(IDappController.ControllerTenantRequired.selector, address(this)));
        controller.updateConfig(config);
    }

    function test_RevertWhen_APrivilegeAsksForNoSignature() external {
        SelectorConfig[] memory config = new SelectorConfig[](1);
        config[0] = SelectorConfig(Counter.increase.selector, BACKOFFICE, 0);
        vm.prank(tenant);
        refuses(
            abi.encodeWithSelector(
                IDappController.WorkflowSignaturesInvalid.selector, Counter.increase.selector
            )
        );
        controller.updateConfig(config);
    }

    function test_UpdatedConfigurationHoldsAtOnce() external {
        SelectorConfig[] memory config = new SelectorConfig[](2);
        config[0] = SelectorConfig(Counter.increase.selector, 0, 0);
        config[1] = SelectorConfig(Counter.decrease.selector, BACKOFFICE, 1);
        vm.expectEmit(address(controller));
        emit IDappController.WorkflowConfigUpdated(Counter.increase.selector, 0, 0);
        vm.prank(tenant);
        controller.updateConfig(config);
        refuses(
            abi.encodeWithSelector(
                IDappController.CallSelectorNotConfigured.selector, Counter.increase.selector
            )
        );
        send(users[0], increase(1), none());
        (bytes32 privilege, uint8 signatures) = controller.workflowConfig(Counter.decrease.selector);
        same(privilege, BACKOFFICE, "privilege");
        same(signatures, 1, "signatures");
    }

    function test_RevertWhen_SignaturesAreRequiredWithoutAPrivilege() external {
        SelectorConfig[] memory config = new SelectorConfig[](2);
        config[0] = SelectorConfig(Counter.decrease.selector, BACKOFFICE, 1);
        config[1] = SelectorConfig(Counter.increase.selector, 0, 1);
        vm.prank(tenant);
        refuses(
            abi.encodeWithSelector(
                IDappController.WorkflowSignaturesInvalid.selector, Counter.increase.selector
            )
        );
        controller.updateConfig(config);
        (, uint8 signatures) = controller.workflowConfig(Counter.decrease.selector);
        same(signatures, 2, "half of a refused configuration holds");
    }

    function test_AFunctionThatIsNotConfiguredAsksForNothing() external view {
        (bytes32 privilege, uint8 signatures) = controller.workflowConfig(counter.count.selector);
        same(privilege, 0, "privilege");
        same(signatures, 0, "signatures");
    }
}
