// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { CreationMark, InstrumentId } from "../../src/types/Instrument.sol";
import { RegistrationRequestState, RegistryId, toRegistryId } from "../../src/types/Registry.sol";
import { Signature } from "../../src/types/TenantAccess.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title An instrument that nobody keeps yet, and an empty registry of Meridian's.
abstract contract RegistrationFixture is ChainFixture {
    uint256 internal constant REGISTRAR_KEY = 0xA1;
    uint256 internal constant ISSUER_KEY = 0xB2;

    InstrumentId internal fresh;
    RegistryId internal requested;
    RegistryId internal empty;

    function setUp() public virtual override {
        super.setUp();
        fresh = _instrument("fresh", CreationMark.NONE);
        requested = toRegistryId(meridian, address(instruments), fresh);
        empty = _registry(meridian, "empty", CreationMark.NONE);
    }

    function _request(address by) internal {
        vm.prank(by);
        chains.requestInstrumentRegistration(address(instruments), fresh, 1);
    }

    function _confirmRequest(address by) internal {
        vm.prank(by);
        chains.confirmInstrumentRegistrationAndPrepareRegistry(requested);
    }

    function _isRequest(RegistrationRequestState state) internal view {
        same(uint256(chains.registrationRequests(requested).state), uint256(state), "request state");
    }

    function _notRequested(RegistrationRequestState state) internal view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistrationNotRequested.selector, requested, state);
    }

    function _nameConfirmers() internal {
        vm.prank(meridian);
        chains.setConfirmer(vm.addr(REGISTRAR_KEY));
        vm.prank(issuer);
        chains.setConfirmer(vm.addr(ISSUER_KEY));
        grantUser(meridian, vm.addr(REGISTRAR_KEY), keccak256("user.DAPP_USER"));
        grantUser(issuer, vm.addr(ISSUER_KEY), keccak256("user.DAPP_USER"));
    }

    function _sign(uint256 key, RegistryId registryId, address tenant, uint256 nonce)
        internal
        view
        returns (Signature memory)
    {
        bytes32 digest = chains.hashUnregister(registryId, tenant, nonce, WHY);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return Signature(v, r, s);
    }
}
