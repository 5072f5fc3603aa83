// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ITenant } from "../../src/interfaces/ITenant.sol";
import { TenantFixture } from "../support/TenantFixture.sol";

/// @title The nonces of a tenant's batches.
contract NoncesProof is TenantFixture {
    function check_ANonceIsUsedOnceAndNoOtherWithIt(uint256 first, uint256 second) external {
        vm.startPrank(address(platformController));
        tenant.useNonce(first);
        assert(tenant.isNonceUsed(first));
        assert(tenant.isNonceUsed(second) == (first == second));
        assert(_uses(second) == (first != second));
        assert(!_uses(first) && !_uses(second));
    }

    function check_OnlyAControllerUsesANonce(address caller, uint256 nonce) external {
        bool isController = tenant.isController(caller);
        vm.startPrank(caller);
        assert(_uses(nonce) == isController);
        assert(tenant.isNonceUsed(nonce) == isController);
    }

    function _uses(uint256 nonce) private returns (bool done) {
        // solhint-disable-next-line avoid-low-level-calls
        (done,) = address(tenant).call(abi.encodeCall(ITenant.useNonce, (nonce)));
    }
}
