// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationRequestState, RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { Signature } from "../../src/types/TenantAccess.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: unregisterAsIssuer.
contract UnregisterAsIssuerTest is RegistrationFixture {
    function setUp() public override {
        super.setUp();
        _nameConfirmers();
    }

    function _unregister(address by, RegistryId registryId, uint256 nonce, Signature memory signature)
        private
    {
        vm.prank(by);
        chains.unregisterAsIssuer(registryId, nonce, signature, WHY);
    }

    function test_RevertWhen_TheCallerIsAnother() external {
        Signature memory signature = _sign(REGISTRAR_KEY, empty, meridian, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, empty, agent));
        _unregister(agent, empty, 0, signature);
    }

    function test_Privilege_ISSUER_HadItUntilTheTransactionBefore() external {
        Signature memory signature = _sign(REGISTRAR_KEY, empty, meridian, 0);
        _revoke(issuer, Privileges.REGISTRY_ISSUER);
        refuses(notHeld(issuer, Privileges.REGISTRY_ISSUER));
        _unregister(issuer, empty, 0, signature);
    }

    function test_RevertWhen_SomethingIsOutstandingOverAnyChain() external {
        Signature memory signature = _sign(REGISTRAR_KEY, shares, meridian, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNotEmpty.selector, shares, 2_500));
        _unregister(issuer, shares, 0, signature);
    }

    function test_P35_RevertWhen_NonceOrSignatureIsWrong() external {
        Signature memory signature = _sign(REGISTRAR_KEY, empty, meridian, 1);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNonceInvalid.selector, meridian, 0, 1));
        _unregister(issuer, empty, 1, signature);
        refuses(abi.encodeWithSelector(IRegistration.RegistryConfirmerSignatureInvalid.selector, meridian));
        _unregister(issuer, empty, 0, signature);
        signature = _sign(ISSUER_KEY, empty, meridian, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryConfirmerSignatureInvalid.selector, meridian));
        _unregister(issuer, empty, 0, signature);
        signature = _sign(REGISTRAR_KEY, shares, meridian, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryConfirmerSignatureInvalid.selector, meridian));
        _unregister(issuer, empty, 0, signature);
    }

    function test_P35_Privilege_ISSUER_HasIt_AndTheRegistryEnds() external {
        Signature memory signature = _sign(REGISTRAR_KEY, empty, meridian, 0);
        vm.expectEmit(address(chains));
        emit IRegistration.RegistryUnregistered(empty, issuer, meridian, 0, WHY);
        _unregister(issuer, empty, 0, signature);
        check(chains.registries(empty).registryState == RegistryState.DEREGISTERED, "state");
        check(chains.registrationRequests(empty).state == RegistrationRequestState.DEREGISTERED, "request");
        same(chains.registryNonce(meridian), 1, "nonce");
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotUnregistrable.selector, empty, RegistryState.DEREGISTERED
            )
        );
        _unregister(issuer, empty, 0, signature);
    }
}
