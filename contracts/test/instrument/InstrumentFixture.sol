// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";

/// @title The issuer, a data provider, a transfer agent's data provider, a depositary and the instruments' operator.
abstract contract InstrumentFixture is DeliveryFixture {
    InstrumentId internal constant ID = InstrumentId.wrap("instrument");
    InstrumentId internal constant SECOND = InstrumentId.wrap("second");
    bytes32 internal constant ISIN = "DE000CNX0025";

    address internal provider;
    address internal providerTa;
    address internal depositary;
    address internal supervisor;

    function setUp() public virtual override {
        super.setUp();
        provider = _holder("Quotidian Data", Privileges.INSTRUMENT_DATA_PROVIDER);
        providerTa = _holder("Ledgerline Transfer", Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        depositary = _holder("Vault Depositary", Privileges.INSTRUMENT_DEPOSITARY);
        supervisor = _holder("Instrument Operations", Privileges.INSTRUMENT_OPERATOR);
    }

    function _holder(string memory name, bytes32 privilege) private returns (address tenant) {
        tenant = onboard(name);
        grantOn(address(instruments), tenant, privilege);
    }

    function _terms() internal view returns (IInstrumentManager.InstrumentTerms memory) {
        return terms(ISIN, InstrumentType.BOND);
    }

    function _list(address tenant) internal pure returns (address[] memory tenants) {
        tenants = new address[](1);
        tenants[0] = tenant;
    }

    /// @dev The issuer's own, with two decimals.
    function _bond(InstrumentId instrumentId) internal {
        IInstrumentManager.InstrumentTerms memory own =
            terms(InstrumentId.unwrap(instrumentId), InstrumentType.BOND);
        vm.prank(issuer);
        instruments.createInstrumentV2(instrumentId, own, 2);
    }

    /// @dev The issuer's own, for Alpen alone.
    function _private(InstrumentId instrumentId) internal {
        IInstrumentManager.InstrumentTerms memory own =
            terms(InstrumentId.unwrap(instrumentId), InstrumentType.PRIVATE);
        vm.prank(issuer);
        instruments.createPrivateInstrument(instrumentId, own, _list(alpen));
    }

    /// @dev Made for the issuer by the data provider.
    function _provided(InstrumentId instrumentId) internal {
        IInstrumentManager.InstrumentTerms memory others =
            terms(InstrumentId.unwrap(instrumentId), InstrumentType.FUND);
        vm.prank(provider);
        instruments.createInstrumentV2(instrumentId, others, 2);
    }

    /// @dev Recorded outside the ledger, created by the transfer agent's data provider.
    function _traditional(InstrumentId instrumentId) internal {
        IInstrumentManager.InstrumentTerms memory others =
            terms(InstrumentId.unwrap(instrumentId), InstrumentType.BOND);
        vm.prank(providerTa);
        instruments.createTraditionalInstrument(instrumentId, others, 2);
    }

    function _unregister(address tenant) internal {
        vm.prank(operator);
        platform.unregisterTenant(tenant);
    }

    function _unknown(InstrumentId instrumentId) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IInstrumentManager.InstrumentUnknown.selector, instrumentId);
    }

    function _expired(InstrumentId instrumentId) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IInstrumentManager.InstrumentExpired.selector, instrumentId);
    }

    function _issuerRequired(InstrumentId instrumentId, address caller) internal pure returns (bytes memory) {
        return
            abi.encodeWithSelector(IInstrumentManager.InstrumentIssuerRequired.selector, instrumentId, caller);
    }

    function _termsInvalid(InstrumentId instrumentId) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IInstrumentManager.InstrumentTermsInvalid.selector, instrumentId);
    }
}
