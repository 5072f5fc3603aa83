// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationRequestState, RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { Signature } from "../../src/types/TenantAccess.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: unregisterAsRegistrar.
contract UnregisterAsRegistrarTest is RegistrationFixture {
    function setUp() public override {
        super.setUp();
        _nameConfirmers();
    }

    function _unregister(address by, RegistryId registryId, uint256 nonce, Signature memory signature)
        private
    {
        vm.prank(by);
        chains.unregisterAsRegistrar(registryId, nonce, signature, WHY);
    }

    function test_RevertWhen_TheCallerIsAnother() external {
        Signature memory signature = _sign(ISSUER_KEY, empty, issuer, 0);
        refuses(_registrarRequired(empty, agent));
        _unregister(agent, empty, 0, signature);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        Signature memory signature = _sign(ISSUER_KEY, empty, issuer, 0);
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _unregister(meridian, empty, 0, signature);
    }

    function test_RevertWhen_SomethingIsOutstandingOverAnyChain() external {
        Signature memory signature = _sign(ISSUER_KEY, shares, issuer, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNotEmpty.selector, shares, 2_500));
        _unregister(meridian, shares, 0, signature);
    }

    function test_P35_RevertWhen_NonceOrSignatureIsWrong() external {
        Signature memory signature = _sign(ISSUER_KEY, empty, issuer, 1);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNonceInvalid.selector, issuer, 0, 1));
        _unregister(meridian, empty, 1, signature);
        refuses(abi.encodeWithSelector(IRegistration.RegistryConfirmerSignatureInvalid.selector, issuer));
        _unregister(meridian, empty, 0, signature);
        signature = _sign(REGISTRAR_KEY, empty, issuer, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryConfirmerSignatureInvalid.selector, issuer));
        _unregister(meridian, empty, 0, signature);
        signature = _sign(ISSUER_KEY, shares, issuer, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryConfirmerSignatureInvalid.selector, issuer));
        _unregister(meridian, empty, 0, signature);
    }

    function test_P35_Privilege_REGISTRAR_HasIt_AndTheRegistryEnds() external {
        Signature memory signature = _sign(ISSUER_KEY, empty, issuer, 0);
        vm.expectEmit(address(chains));
        emit IRegistration.RegistryUnregistered(empty, meridian, issuer, 0, WHY);
        _unregister(meridian, empty, 0, signature);
        check(chains.registries(empty).registryState == RegistryState.DEREGISTERED, "state");
        check(chains.registrationRequests(empty).state == RegistrationRequestState.DEREGISTERED, "request");
        same(chains.registryNonce(issuer), 1, "nonce");
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotUnregistrable.selector, empty, RegistryState.DEREGISTERED
            )
        );
        _unregister(meridian, empty, 0, signature);
    }
}
