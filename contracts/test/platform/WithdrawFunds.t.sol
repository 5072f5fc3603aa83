// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { DappFactory } from "../../src/platform/DappFactory.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: withdrawFunds; property 42.
contract WithdrawFundsTest is PlatformFixture {
    function test_Privilege_PLATFORM_OPERATOR_IsRequiredByWithdrawFunds() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.withdrawFunds(payable(address(0xE0A)), 1);
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.withdrawFunds(payable(address(0xE0A)), 1);
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.withdrawFunds(payable(address(0xE0A)), 1);
    }

    function test_RevertWhen_NobodyIsToReceive() external {
        refuses(abi.encodeWithSelector(IPlatformManager.FundsReceiverMissing.selector));
        vm.prank(operator);
        platform.withdrawFunds(payable(address(0)), 1);
    }

    function test_P42_RevertWhen_TheAmountExceedsTheBalance() external {
        uint256 balance = address(platform).balance;
        refuses(abi.encodeWithSelector(IPlatformManager.RefundFundsMissing.selector, balance + 1, balance));
        vm.prank(operator);
        platform.withdrawFunds(payable(address(0xE0A)), balance + 1);
    }

    function test_P42_RevertWhen_TheReceiverRefuses() external {
        refuses(abi.encodeWithSelector(IPlatformManager.FundsRefused.selector, address(factory)));
        vm.prank(operator);
        platform.withdrawFunds(payable(address(factory)), 1);
    }

    function test_P42_AllThatIsThereComesOutAlsoWhatWasForcedIn() external {
        vm.deal(address(platform), address(platform).balance + 7);
        uint256 balance = address(platform).balance;
        vm.expectEmit(address(platform));
        emit IPlatformManager.PlatformFundsWithdrawn(address(0xE0A), balance, 0);
        vm.prank(operator);
        platform.withdrawFunds(payable(address(0xE0A)), balance);
        same(address(0xE0A).balance, balance, "receiver");
        same(address(platform).balance, 0, "platform");
    }

    /// @dev Only fund() takes ether: nowhere else can any get stuck.
    function test_P42_NoContractTakesEtherByAccident() external {
        address tenant = onboard("Alpenbank");
        vm.prank(tenant);
        address controller = factory.createGenericDAPPController(address(platform), new SelectorConfig[](0));
        address[7] memory contracts = [
            address(platform),
            address(factory),
            tenant,
            controller,
            ITenant(tenant).privilegeManager(),
            platform.privilegeManager(),
            address(new DappFactory(tenant))
        ];
        for (uint256 i; i < contracts.length; ++i) {
            (bool done,) = contracts[i].call{ value: 1 }("");
            check(!done, "took ether");
            (done,) = contracts[i].call{ value: 1 }(abi.encodeWithSignature("getVersion()"));
            check(!done, "took ether with a call");
        }
    }
}
