// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { Signature } from "../../src/types/TenantAccess.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title Registry managers: withdrawAgreement.
contract WithdrawAgreementTest is AccountFixture {
    RegistryId private registryId;

    function setUp() public override {
        super.setUp();
        setConfirmers();
        registryId = empty();
    }

    function _withdraw(address by, uint256 nonce) private {
        vm.prank(by);
        registries.withdrawAgreement(nonce);
    }

    function _end(uint256 nonce, Signature memory signature) private {
        vm.prank(issuer);
        registries.unregisterAsIssuer(registryId, nonce, signature, WHY);
    }

    function _nonceInvalid(uint256 expected, uint256 nonce) private view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryNonceInvalid.selector, meridian, expected, nonce);
    }

    function test_P35_RevertWhen_TheNonceIsNotTheNext() external {
        refuses(_nonceInvalid(0, 1));
        _withdraw(meridian, 1);
        _withdraw(meridian, 0);
        refuses(_nonceInvalid(1, 0));
        _withdraw(meridian, 0);
    }

    function test_P26_RevertWhen_TheCallerIsNoTenantOrBlacklisted() external {
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, address(0xBEEF)));
        _withdraw(address(0xBEEF), 0);
        blacklist(meridian);
        refuses(blacklisted(meridian));
        _withdraw(meridian, 0);
    }

    function test_P35_AWithdrawnAgreementIsRefusedAndANewOneHolds() external {
        Signature memory signature = agreed(MERIDIAN_KEY, registryId, meridian, 0);
        vm.expectEmit(address(registries));
        emit IRegistration.RegistryAgreementWithdrawn(meridian, 0);
        _withdraw(meridian, 0);
        same(registries.registryNonce(meridian), 1, "nonce");
        refuses(_nonceInvalid(1, 0));
        _end(0, signature);
        _end(1, agreed(MERIDIAN_KEY, registryId, meridian, 1));
        hasState(registryId, RegistryState.DEREGISTERED);
    }

    function test_P35_NobodyWithdrawsForAnother() external {
        _withdraw(nordhafen, 0);
        _withdraw(issuer, 0);
        same(registries.registryNonce(meridian), 0, "nonce");
        _end(0, agreed(MERIDIAN_KEY, registryId, meridian, 0));
    }

    function test_P35_AlsoATenantThatHasLostItsRightsWithdraws() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        _withdraw(meridian, 0);
        same(registries.registryNonce(meridian), 1, "nonce");
    }
}
